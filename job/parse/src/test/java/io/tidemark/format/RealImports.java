package io.tidemark.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.process.Loopback;
import io.tidemark.process.OwnedProcess;
import io.tidemark.process.Patience;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.victoriametrics.OwnedVictoriaMetrics;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** A VictoriaMetrics that takes each format itself, and what it made of it. */
public final class RealImports implements AutoCloseable {
  /** Selects every series, also those without a name. What was asked before is answered as then. */
  private static final String ALL = "match%%5B%%5D=%%7B__name__%%21%%3D%%22no+such+%d%%22%%7D";

  private static final long END_SECONDS = 9_000_000_000L;

  /** The port takes HTTP as well, and goes by a connection's first byte. */
  private static final byte[] ONE_THAT_IS_PASSED_OVER = "put\n".getBytes();

  private final int graphite = Loopback.freePort();
  private final int put = Loopback.freePort();
  private final int putHttp = Loopback.freePort();
  private final List<String> listeners =
      List.of(
          "-graphiteListenAddr=127.0.0.1:" + graphite,
          "-opentsdbListenAddr=127.0.0.1:" + put,
          "-opentsdbHTTPListenAddr=127.0.0.1:" + putHttp,
          // Else one is closed after two minutes, maybe beneath a request.
          "-http.connTimeout=1h");

  private final URI url;
  private final Runnable closing;
  private int asked;

  /** The one that runs start. */
  public RealImports() {
    OwnedVictoriaMetrics database =
        Patience.started(
            "VictoriaMetrics",
            () -> OwnedVictoriaMetrics.start(Settings.arguments(listeners.toArray(String[]::new))));
    url = database.url();
    closing = database::close;
  }

  /** The variable that names the binary of today's version. */
  public static final String CURRENT = "TIDEMARK_TEST_VICTORIA_METRICS_CURRENT";

  /** One of today, or else the one that runs start. */
  public static RealImports newest() {
    return isCurrent() ? new RealImports(System.getenv(CURRENT)) : new RealImports();
  }

  /** Whether {@link #newest} is one of today. */
  public static boolean isCurrent() {
    String binary = System.getenv(CURRENT);
    return binary != null && !binary.isBlank();
  }

  RealImports(String binary) {
    url = Loopback.http(Loopback.freePort());
    Path folder = OwnedProcess.newFolder("victoria-metrics");
    var command =
        new ArrayList<>(
            List.of(
                binary,
                "-storageDataPath=" + folder.resolve("data"),
                "-retentionPeriod=100y",
                "-httpListenAddr=" + url.getAuthority()));
    command.addAll(listeners);
    OwnedProcess started = OwnedProcess.start(folder, command);
    Patience.startedAgain(
        binary, () -> started.awaitReady(binary, Patience.ofSeconds(30), this::isHealthy));
    closing = started::close;
  }

  private boolean isHealthy() {
    try {
      return get("/health").equals("OK");
    } catch (IOException e) {
      return false;
    }
  }

  public URI url() {
    return url;
  }

  /** Sends the bytes where it takes the format. */
  public void send(Format format, byte[] body) throws IOException {
    switch (format) {
      case PROMETHEUS -> post(url.resolve("/api/v1/import/prometheus"), body);
      case INFLUX -> post(url.resolve("/write"), body);
      case JSON_LINES -> post(url.resolve("/api/v1/import"), body);
      case REMOTE_WRITE -> post(url.resolve("/api/v1/write"), body);
      case OPENTSDB_JSON -> post(Loopback.http(putHttp).resolve("/api/put"), body);
      case OTLP -> post(url.resolve("/opentelemetry/v1/metrics"), body);
      case AUTO -> throw new IllegalArgumentException("no format of its own");
      case GRAPHITE -> write(graphite, new byte[0], body);
      case OPENTSDB_PUT -> write(put, ONE_THAT_IS_PASSED_OVER, body);
    }
  }

  /**
   * By Java's older client: the newer one, of Java 17, now and then closed a connection that had
   * just been taken for a request ("connection closed locally").
   */
  private static void post(URI url, byte[] body) throws IOException {
    var connection = (HttpURLConnection) url.toURL().openConnection();
    connection.setDoOutput(true);
    connection.setFixedLengthStreamingMode(body.length);
    connection.setRequestProperty("Content-Type", "application/octet-stream");
    // Else one broken line takes all others of a request in Influx's format with it.
    connection.setRequestProperty("Stream-Mode", "1");
    try (var out = connection.getOutputStream()) {
      out.write(body);
    }
    String answer = answer(connection);
    if (connection.getResponseCode() / 100 == 5) {
      throw new IOException(connection.getResponseCode() + " " + answer);
    }
  }

  private static String answer(HttpURLConnection connection) throws IOException {
    boolean isRefused = connection.getResponseCode() >= HttpURLConnection.HTTP_BAD_REQUEST;
    try (InputStream in = isRefused ? connection.getErrorStream() : connection.getInputStream()) {
      return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Returns when it has read all and closed as well. */
  private static void write(int port, byte[] first, byte[] lines) throws IOException {
    try (var socket = new Socket("127.0.0.1", port)) {
      socket.getOutputStream().write(first);
      socket.getOutputStream().write(lines);
      socket.shutdownOutput();
      socket.getInputStream().readAllBytes();
    }
  }

  /** All that is stored. */
  public Set<Sample> stored() throws IOException {
    get("/internal/force_flush");
    var samples = new HashSet<Sample>();
    var json = new ObjectMapper();
    String export =
        get("/api/v1/export?reduce_mem_usage=1&start=0&end=" + END_SECONDS + "&" + all());
    for (String series : export.split("\n")) {
      if (series.isEmpty()) {
        continue;
      }
      // Infinity is bare in the answer, which is no JSON.
      int values = series.lastIndexOf("\"values\":[");
      JsonNode node =
          json.readTree(
              series.substring(0, values)
                  + series.substring(values).replaceAll("(?<!\")([+-]?Inf)\\b(?!\")", "\"$1\""));
      var labels = new TreeMap<String, String>();
      node.get("metric").properties().forEach(l -> labels.put(l.getKey(), l.getValue().asText()));
      for (int i = 0; i < node.get("values").size(); i++) {
        samples.add(
            new Sample(
                Labels.of(labels),
                node.get("timestamps").get(i).asLong(),
                value(node.get("values").get(i))));
      }
    }
    return samples;
  }

  private static double value(JsonNode value) {
    String text = value.asText();
    return value.isNull() ? Double.NaN : Double.parseDouble(text.replaceFirst("Inf$", "Infinity"));
  }

  /** All that is stored is deleted. */
  public void forget() throws IOException {
    post(url.resolve("/api/v1/admin/tsdb/delete_series?" + all()), new byte[0]);
  }

  private String all() {
    return ALL.formatted(asked++);
  }

  private String get(String path) throws IOException {
    return answer((HttpURLConnection) url.resolve(path).toURL().openConnection());
  }

  @Override
  public void close() {
    closing.run();
  }
}
