/**
 * Takes requests of remote write or OTLP and writes their samples to a file. Begin with {@code
 * Receiver}.
 */
package io.tidemark.listen;
