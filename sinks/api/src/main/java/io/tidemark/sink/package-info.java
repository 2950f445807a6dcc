/**
 * The interface between Tidemark and a kind of database: its wire format, its client, its signals
 * and its capabilities. Begin with {@link Tsdb}.
 */
package io.tidemark.sink;
