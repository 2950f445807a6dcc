/** What happens to a database while a rate is held: who makes it, and how it is undone. */
package io.tidemark.search.worst;
