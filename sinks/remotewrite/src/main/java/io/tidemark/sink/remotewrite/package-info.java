/**
 * The encoder of Prometheus remote write, which writes the M×N copies of a sample straight into
 * compressed bodies. Begin with {@link RemoteWriteFormat}.
 */
package io.tidemark.sink.remotewrite;
