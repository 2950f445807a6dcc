/**
 * Databases that Tidemark fills with a generated past before a run. Begin with {@link
 * io.tidemark.aged.Past}.
 */
package io.tidemark.aged;
