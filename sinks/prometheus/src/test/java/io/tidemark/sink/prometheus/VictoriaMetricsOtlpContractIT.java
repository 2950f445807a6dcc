package io.tidemark.sink.prometheus;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.process.Loopback;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.RealDatabase;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.TsdbContract;
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
import java.util.Random;

/** A VictoriaMetrics of today, by OTLP; it stores names as they are sent. */
class VictoriaMetricsOtlpContractIT extends TsdbContract {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int INSERT_SLOTS = 2;
  private static final int MAX_REQUEST_BYTES = 32 * 1024;

  /** It keeps decimals of twelve digits (lib/decimal). */
  private static final double PRECISION = 1e-11;

  @Override
  protected Tsdb tsdb() {
    return new RemoteWriteReceiver();
  }

  @Override
  protected RealDatabase start() {
    return started();
  }

  @Override
  protected RealDatabase startRefusing() {
    return started("-opentelemetry.maxRequestSize=" + MAX_REQUEST_BYTES);
  }

  @Override
  protected Sample refused() {
    return new Sample(
        Labels.of(Map.of("__name__", "contract_refused", "long", "x".repeat(MAX_REQUEST_BYTES))),
        PrometheusContract.HOUR,
        1);
  }

  /** The values of a block have one exponent: beside a large one a small one is rounded. */
  @Override
  protected double value(Random random) {
    return (1_000 + random.nextInt(1_000_000)) / 1_000.0 * (random.nextBoolean() ? 1 : -1);
  }

  @Override
  protected boolean isSame(double written, double read) {
    return Math.abs(read - written) <= PRECISION * Math.abs(written);
  }

  private RealDatabase started(String... flags) {
    String binary =
        part("TIDEMARK_TEST_VICTORIA_METRICS_CURRENT", "a VictoriaMetrics that takes OTLP");
    URI url = Loopback.http(Loopback.freePort());
    var command =
        new ArrayList<String>(
            List.of(
                binary,
                "-httpListenAddr=" + url.getAuthority(),
                "-retentionPeriod=1y",
                "-maxConcurrentInserts=" + INSERT_SLOTS,
                "-insert.maxQueueDuration=300ms",
                "-storageDataPath=" + folder.resolve("data")));
    command.addAll(List.of(flags));
    return new Node(url, RealProgram.start(command, url, "/health"));
  }

  private record Node(URI url, RealProgram program) implements RealDatabase {
    @Override
    public TargetConfig target() {
      return TargetConfig.of("remote-write", url.resolve("/opentelemetry/v1/metrics"))
          .withOption("protocol", "otlp")
          .withOption("out-of-order", "accepted");
    }

    @Override
    public List<Sample> stored() throws IOException {
      program.get("/internal/force_flush");
      String all = URLEncoder.encode("{__name__=~\"contract.*\"}", StandardCharsets.UTF_8);
      var samples = new ArrayList<Sample>();
      for (String line : program.get("/api/v1/export?match[]=" + all).lines().toList()) {
        JsonNode series = JSON.readTree(line);
        var names = new HashMap<String, String>();
        series
            .get("metric")
            .properties()
            .forEach(label -> names.put(label.getKey(), label.getValue().asText()));
        for (int i = 0; i < series.get("values").size(); i++) {
          samples.add(
              new Sample(
                  Labels.of(names),
                  series.get("timestamps").get(i).asLong(),
                  series.get("values").get(i).asDouble()));
        }
      }
      return samples;
    }

    /** A snapshot is on disk whole. */
    @Override
    public void settle() throws IOException {
      program.get("/snapshot/create");
      program.get("/snapshot/delete_all");
    }

    @Override
    public void kill() {
      program.kill();
    }

    @Override
    public void startAgain() {
      program.startAgain();
    }

    /** A write whose body does not end holds a slot. */
    @Override
    public Runnable occupy() throws IOException {
      var held = new UnfinishedWrites();
      held.begin(url, INSERT_SLOTS, "/opentelemetry/v1/metrics", "Accept: */*");
      String full = "\nvm_concurrent_insert_current " + INSERT_SLOTS + "\n";
      return held.await(() -> program.page().contains(full));
    }

    @Override
    public void close() {
      program.close();
    }
  }
}
