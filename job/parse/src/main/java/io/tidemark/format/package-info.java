/**
 * The formats of records: how to tell one, and how to write records in one. Begin with {@link
 * io.tidemark.format.Format}.
 */
package io.tidemark.format;
