/**
 * Prometheus and other receivers of remote write or OTLP. Begin with {@link
 * io.tidemark.sink.prometheus.RemoteWriteReceiver}.
 */
package io.tidemark.sink.prometheus;
