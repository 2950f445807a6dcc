/**
 * Computes what a database needs from the resources that it was measured to use: {@code tidemark
 * size}. Pure. Begin with {@link Sizing}.
 */
package io.tidemark.size;
