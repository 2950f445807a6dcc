package io.tidemark.listen;

import com.github.luben.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;

/** The protocols that are taken, with their paths and content encodings. */
enum Route {
  REMOTE_WRITE("snappy", "zstd"),
  OTLP("", "identity", "gzip", "zstd", "deflate", "zlib");

  /** The paths at which well-known receivers take each protocol. */
  private static final Map<String, Route> PATHS =
      Stream.of(
              Map.entry(
                  REMOTE_WRITE,
                  List.of("/api/v1/write", "/api/v1/push", "/api/prom/push", "/api/v1/receive")),
              Map.entry(
                  OTLP,
                  List.of(
                      "/v1/metrics",
                      "/api/v1/otlp/v1/metrics",
                      "/otlp/v1/metrics",
                      "/opentelemetry/v1/metrics")))
          .flatMap(route -> route.getValue().stream().map(path -> Map.entry(path, route.getKey())))
          .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

  /** The paths at which agents and load balancers ask whether a receiver is up. */
  private static final Set<String> HEALTH = Set.of("/", "/-/healthy", "/-/ready", "/health");

  static final String KNOWN = "POST /api/v1/write (remote write) or /v1/metrics (OTLP)";

  /** The largest window of zstd, 2^25 bytes, which covers all that a request may unpack to. */
  private static final int MAX_WINDOW_LOG = 25;

  private static final String PROTOBUF = "application/x-protobuf";
  private static final String VERSION_2 = "io.prometheus.write.v2.Request";
  private static final String VERSION_1 = "prometheus.WriteRequest";

  private final List<String> encodings;

  Route(String... encodings) {
    this.encodings = List.of(encodings);
  }

  static Optional<Route> of(String path) {
    return Optional.ofNullable(PATHS.get(path));
  }

  static boolean isHealth(String method, String path) {
    return (method.equals("GET") || method.equals("HEAD")) && HEALTH.contains(path);
  }

  /**
   * @param encoding the header {@code Content-Encoding} in lower case; "" if there is none
   */
  boolean takesEncoding(String encoding) {
    return encodings.contains(encoding);
  }

  /** Returns text that says which headers are expected, and which came. */
  String expected(String contentType, String encoding) {
    String names = String.join(", ", encodings.stream().filter(name -> !name.isEmpty()).toList());
    String json =
        contentType.startsWith("application/json") && this == OTLP
            ? "; JSON is not taken: let the exporter send protobuf (encoding: proto)"
            : "";
    return "expected Content-Type: %s and Content-Encoding: %s, and not \"%s\" and \"%s\"%s"
        .formatted(PROTOBUF, names, contentType, encoding, json);
  }

  /**
   * Returns a body of OTLP without its content encoding.
   *
   * @throws IOException if the body is not encoded like that; reading the stream may throw it, too
   */
  static InputStream unpacked(String encoding, byte[] body) throws IOException {
    var in = new ByteArrayInputStream(body);
    return switch (encoding) {
      case "gzip" -> new GZIPInputStream(in);
      case "zstd" -> new ZstdInputStream(in).setLongMax(MAX_WINDOW_LOG);
      case "deflate", "zlib" -> new InflaterInputStream(in);
      default -> in;
    };
  }

  /**
   * Returns the version of the protocol that the header {@code Content-Type} declares; empty if
   * that is not taken. OTLP has a single version.
   */
  Optional<Integer> version(String contentType) {
    String[] parts = contentType.split(";");
    if (!parts[0].strip().toLowerCase(Locale.ROOT).equals(PROTOBUF)) {
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
