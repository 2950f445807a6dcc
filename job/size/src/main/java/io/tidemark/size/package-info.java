/**
 * What a database needs, from what it was measured to use: {@code tidemark size}. Pure. Begin with
 * {@link io.tidemark.size.Sizing}.
 */
package io.tidemark.size;
