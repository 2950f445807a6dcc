package io.tidemark.sink.victoriametrics;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.RealDatabase;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.UnfinishedWrites;
import io.tidemark.sink.http.RealProgram;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
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
    List<RealProgram> writers,
    RealProgram storage,
    RealProgram reader,
    String exportPath,
    int insertSlots)
    implements RealDatabase {
  private static final ObjectMapper JSON = new ObjectMapper();

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
    var held = new UnfinishedWrites();
    for (URI url : target.urls()) {
      String path =
          Addresses.ofWrite(url, VictoriaMetricsOptions.of(target).tenant()).pathAndQuery();
      held.begin(url, insertSlots, path, "Content-Encoding: snappy");
    }
    return held.await(this::isFull);
  }

  private boolean isFull() {
    String full = "\nvm_concurrent_insert_current " + insertSlots + "\n";
    return writers.stream().allMatch(writer -> writer.page().contains(full));
  }

  @Override
  public void close() {
    var all = new ArrayList<>(writers);
    all.add(storage);
    all.add(reader);
    all.forEach(RealProgram::close);
  }

  @Override
  public TargetConfig deletions() {
    return target.withUrls(List.of(reader.url()));
  }

  static TargetConfig target(String tenant, List<RealProgram> writers, List<URI> metricsUrls) {
    TargetConfig plain =
        Database.target(tenant, writers.stream().map(RealProgram::url).toArray(URI[]::new));
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
