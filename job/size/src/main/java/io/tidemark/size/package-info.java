/**
 * What a database needs, from what it was measured to use: {@code tidemark size}. Pure. Begin with
 * {@link Sizing}.
 */
package io.tidemark.size;
