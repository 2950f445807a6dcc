package io.tidemark.sink.otlp;

import java.util.Locale;

/** Of a request's body. */
public enum Compression {
  GZIP,
  NONE;

  /** Of a payload. */
  public String encoding() {
    return this == GZIP ? "otlp;gzip" : "otlp";
  }

  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
