package io.tidemark.listen;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What is taken, where, and how it may be packed. */
enum Route {
  REMOTE_WRITE("snappy", "zstd"),
  OTLP("", "identity", "gzip");

  private static final Map<String, Route> PATHS =
      Map.of("/api/v1/write", REMOTE_WRITE, "/v1/metrics", OTLP, "/api/v1/otlp/v1/metrics", OTLP);

  static final String KNOWN = "POST /api/v1/write (remote write) or /v1/metrics (OTLP)";

  private static final String VERSION_2 = "io.prometheus.write.v2.Request";
  private static final String VERSION_1 = "prometheus.WriteRequest";

  private final java.util.List<String> encodings;

  Route(String... encodings) {
    this.encodings = java.util.List.of(encodings);
  }

  static Optional<Route> of(String path) {
    return Optional.ofNullable(PATHS.get(path));
  }

  /** Of the header {@code Content-Encoding}, in lower case; "" for none. */
  boolean takesEncoding(String encoding) {
    return encodings.contains(encoding);
  }

  String encodings() {
    return String.join(" or ", encodings.stream().filter(name -> !name.isEmpty()).toList());
  }

  /**
   * Which version of the protocol the header {@code Content-Type} declares; empty if it is none
   * that is taken. Of OTLP there is one.
   */
  Optional<Integer> version(String contentType) {
    String[] parts = contentType.split(";");
    if (!parts[0].strip().toLowerCase(Locale.ROOT).equals("application/x-protobuf")) {
      return Optional.empty();
    }
    String message = VERSION_1;
    for (int i = 1; i < parts.length; i++) {
      String parameter = parts[i].strip();
      if (parameter.toLowerCase(Locale.ROOT).startsWith("proto=")) {
        message = parameter.substring("proto=".length()).replace("\"", "");
      }
    }
    return switch (message) {
      case VERSION_1 -> Optional.of(1);
      case VERSION_2 -> this == REMOTE_WRITE ? Optional.of(2) : Optional.empty();
      default -> Optional.empty();
    };
  }
}
