/** How many queries a database answers beside its writes. */
package io.tidemark.queried;
