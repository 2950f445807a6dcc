/** The encoder of OTLP metrics. Begin with {@link OtlpFormat}. */
package io.tidemark.sink.otlp;
