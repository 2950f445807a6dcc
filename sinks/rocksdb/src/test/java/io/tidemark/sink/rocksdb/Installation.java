package io.tidemark.sink.rocksdb;

import io.tidemark.process.Patience;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.RealServer;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.UnfinishedWrites;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** A real server, read by what it exports. */
record Installation(OwnedRocksDb server, Settings settings) implements RealServer {
  private static final int SLOTS = 2;
  static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  static Installation start(String... more) {
    var flags = new ArrayList<>(List.of(more));
    flags.add("-insert-slots=" + SLOTS);
    flags.add("-max-queue-millis=300");
    Settings settings = Settings.arguments(flags.toArray(String[]::new));
    return new Installation(
        Patience.started("the RocksDB server", () -> OwnedRocksDb.start(settings)), settings);
  }

  @Override
  public TargetConfig target() {
    return TargetConfig.of("rocksdb", server.url());
  }

  String get(String path) throws Exception {
    URI uri = server.url().resolve(path);
    return HTTP.send(
            HttpRequest.newBuilder(uri).build(),
            HttpResponse.BodyHandlers.ofString(StandardCharsets.US_ASCII))
        .body();
  }

  /** Of its page. */
  double metric(String name) {
    try {
      return get("/metrics")
          .lines()
          .filter(line -> line.startsWith(name + " "))
          .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
          .findFirst()
          .orElseThrow();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public List<Sample> stored() throws Exception {
    return get("/export?samples")
        .lines()
        .map(line -> line.split(" "))
        .map(
            fields ->
                new Sample(
                    Labels.ofEncoded(HexFormat.of().parseHex(fields[0])),
                    Long.parseLong(fields[1]),
                    Double.longBitsToDouble(Long.parseUnsignedLong(fields[2], 16))))
        .toList();
  }

  /** A body that does not come holds its slot. */
  @Override
  public Runnable occupy() throws IOException {
    var held = new UnfinishedWrites();
    held.begin(server.url(), SLOTS, "/write", "Accept: */*");
    return held.await(() -> metric("rocksdb_insert_slots_in_use") == SLOTS);
  }
}
