package io.tidemark.sink.victoriametrics;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.process.Patience;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.RealDatabase;
import io.tidemark.sink.TargetConfig;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A single node, or a cluster.
 *
 * @param writers one or more that take writes
 * @param storage holds the data; the writer itself where there is but one program
 * @param reader where all that is stored is exported
 * @param exportPath there
 */
record Installation(
    TargetConfig target,
    List<Program> writers,
    Program storage,
    Program reader,
    String exportPath,
    int insertSlots)
    implements RealDatabase {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final Duration TAKEN_WITHIN = Duration.ofSeconds(20);

  @Override
  public List<Sample> stored() throws IOException {
    storage.get("/internal/force_flush");
    String all = URLEncoder.encode("{__name__=~\"contract.*\"}", StandardCharsets.UTF_8);
    var samples = new ArrayList<Sample>();
    for (String line : reader.get(exportPath + "?match[]=" + all).lines().toList()) {
      JsonNode series = JSON.readTree(line);
      var names = new HashMap<String, String>();
      series.get("metric").properties().forEach(e -> names.put(e.getKey(), e.getValue().asText()));
      Labels labels = Labels.of(names);
      for (int i = 0; i < series.get("values").size(); i++) {
        samples.add(
            new Sample(
                labels,
                series.get("timestamps").get(i).asLong(),
                series.get("values").get(i).asDouble()));
      }
    }
    return samples;
  }

  /** It acknowledges what is in memory only; a snapshot is on disk whole. */
  @Override
  public void settle() throws IOException {
    storage.get("/snapshot/create");
    storage.get("/snapshot/delete_all");
  }

  @Override
  public void kill() {
    storage.kill();
  }

  @Override
  public void startAgain() {
    storage.startAgain();
  }

  /** A write whose body does not end holds a slot. */
  @Override
  public Runnable occupy() throws IOException {
    var sockets = new ArrayList<Socket>();
    for (URI url : target.urls()) {
      String path =
          Addresses.ofWrite(url, VictoriaMetricsOptions.of(target).tenant()).pathAndQuery();
      for (int i = 0; i < insertSlots; i++) {
        var socket = new Socket(url.getHost(), url.getPort());
        sockets.add(socket);
        String head =
            "POST %s HTTP/1.1\r\nHost: x\r\nContent-Encoding: snappy\r\nContent-Length: 1000000\r\n\r\nbegin";
        socket.getOutputStream().write(head.formatted(path).getBytes(StandardCharsets.US_ASCII));
      }
    }
    Patience.await("a write in each slot", TAKEN_WITHIN, this::isFull);
    return () -> sockets.forEach(Installation::close);
  }

  private boolean isFull() {
    String full = "\nvm_concurrent_insert_current " + insertSlots + "\n";
    return writers.stream().allMatch(writer -> writer.page().contains(full));
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new AssertionError("can't close a loopback socket", e);
    }
  }

  @Override
  public void close() {
    var all = new ArrayList<>(writers);
    all.add(storage);
    all.add(reader);
    all.forEach(Program::close);
  }

  @Override
  public TargetConfig deletions() {
    return target.withUrls(List.of(reader.url()));
  }

  static TargetConfig target(String tenant, List<Program> writers, List<URI> metricsUrls) {
    TargetConfig plain =
        Database.target(tenant, writers.stream().map(Program::url).toArray(URI[]::new));
    return new TargetConfig(
        plain.type(),
        plain.urls(),
        plain.acceptLoad(),
        metricsUrls,
        List.of(),
        Map.of(),
        false,
        plain.options(),
        plain.auth(),
        plain.tls());
  }
}
