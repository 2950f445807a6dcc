/**
 * VictoriaMetrics, single node and cluster: the example for a new database. Begin with {@link
 * io.tidemark.sink.victoriametrics.VictoriaMetrics}.
 */
package io.tidemark.sink.victoriametrics;
