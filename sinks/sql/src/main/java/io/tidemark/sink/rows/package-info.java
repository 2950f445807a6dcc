/**
 * Samples as rows of a table, with a second table for the labels of their series. Begin with {@link
 * io.tidemark.sink.rows.RowFormat}.
 */
package io.tidemark.sink.rows;
