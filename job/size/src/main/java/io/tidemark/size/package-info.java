/** What a database needs, from what it was measured to use: {@code tidemark size}. Pure. */
package io.tidemark.size;
