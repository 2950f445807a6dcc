package io.tidemark.sink.victoriametrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.Loopback;
import io.tidemark.process.Patience;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.Payload;
import io.tidemark.sink.PlainWrites;
import io.tidemark.sink.RealDatabase;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.TsdbContract;
import io.tidemark.sink.WriteResult;
import io.tidemark.sink.http.RealProgram;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The contract as every kind and version of VictoriaMetrics keeps to it. */
abstract class VictoriaMetricsContract extends TsdbContract {
  static final int INSERT_SLOTS = 2;

  private static final int MAX_REQUEST_BYTES = 32 * 1024;

  /** It keeps decimals of twelve digits (lib/decimal). */
  private static final double PRECISION = 1e-11;

  /**
   * @param flags of the programs that take writes
   */
  abstract RealDatabase start(List<String> flags) throws Exception;

  @Override
  protected final Tsdb tsdb() {
    return new VictoriaMetrics();
  }

  @Override
  protected final RealDatabase start() throws Exception {
    return startWith();
  }

  private RealDatabase startWith(String... more) throws Exception {
    var flags = new ArrayList<>(List.of(more));
    flags.add("-maxConcurrentInserts=" + INSERT_SLOTS);
    flags.add("-insert.maxQueueDuration=300ms");
    return start(flags);
  }

  @Override
  protected final RealDatabase startRefusing() throws Exception {
    return startWith("-maxInsertRequestSize=" + MAX_REQUEST_BYTES);
  }

  @Override
  protected final Sample refused() {
    return new Sample(
        Labels.of(Map.of("__name__", "contract_refused", "long", "x".repeat(MAX_REQUEST_BYTES))),
        System.currentTimeMillis() / 3_600_000 * 3_600_000,
        1);
  }

  @Override
  protected final Optional<RealDatabase> startGuarded(String user, String password)
      throws Exception {
    return Optional.of(startWith("-httpAuth.username=" + user, "-httpAuth.password=" + password));
  }

  /** From 1.88 on (its change log); the one that is installed may be older. */
  boolean surelyTakesZstd() {
    return false;
  }

  @Test
  void storesWhatIsSentInZstd() throws Exception {
    long now = System.currentTimeMillis() / 3_600_000 * 3_600_000;
    var samples = new ArrayList<Sample>();
    for (int i = 0; i < 100; i++) {
      samples.add(new Sample(Labels.of(Map.of("__name__", "contract_zstd", "i", "" + i)), now, i));
    }
    try (var database = start()) {
      TargetConfig target = database.target().withOption("compression", "zstd");
      var writes = new PlainWrites(tsdb());
      Payload payload = writes.format(target).encode(samples);
      assertThat(payload.encoding()).isEqualTo("zstd");
      try (var client = writes.client(target)) {
        WriteResult first = Patience.get(client.write(payload));
        WriteResult second = Patience.get(client.write(payload));

        assertThat(first.outcome()).as(first.error()).isEqualTo(ResponseClass.OK);
        boolean takesZstd = first.attempts() == 1;
        assertThat(takesZstd || !surelyTakesZstd()).as("%s", first).isTrue();
        assertThat(second.attempts()).isEqualTo(1);
        assertThat(second.bytesSent() == payload.body().length).isEqualTo(takesZstd);
      }
      assertStored(database, samples, "in zstd");
    }
  }

  /** More than its list of them goes to. */
  @Override
  protected final int seriesOfARun() {
    return 31_000;
  }

  /** Older than what it keeps. */
  @Override
  protected final Optional<Sample> ignored() {
    return Optional.of(
        new Sample(
            Labels.of(Map.of("__name__", "contract_ignored")),
            Instant.now().minus(Duration.ofDays(5 * 365)).toEpochMilli(),
            1));
  }

  /** The values of a block have one exponent: beside a large one a small one is rounded. */
  @Override
  protected final double value(Random random) {
    return (1_000 + random.nextInt(1_000_000)) / 1_000.0 * (random.nextBoolean() ? 1 : -1);
  }

  @Override
  protected final boolean isSame(double written, double read) {
    return Math.abs(read - written) <= PRECISION * Math.abs(written);
  }

  RealDatabase single(String binary, List<String> flags) {
    var all = new ArrayList<>(flags);
    all.add("-retentionPeriod=1y");
    all.add("-storageDataPath=" + folder.resolve("data"));
    RealProgram node = program(binary, all);
    return new Installation(
        Installation.target("", List.of(node), List.of()),
        List.of(node),
        node,
        node,
        "/api/v1/export",
        INSERT_SLOTS);
  }

  /** Starts one of its programs, on a free port. */
  static RealProgram program(String binary, List<String> flags) {
    URI url = Loopback.http(Loopback.freePort());
    var command = new ArrayList<>(List.of(binary, "-httpListenAddr=" + url.getAuthority()));
    command.addAll(flags);
    return RealProgram.start(command, url, "/health");
  }
}
