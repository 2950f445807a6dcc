/** The encoder of OTLP metrics. Begin with {@link io.tidemark.sink.otlp.OtlpFormat}. */
package io.tidemark.sink.otlp;
