package io.tidemark.sink.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.Patience;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.PlainWrites;
import io.tidemark.sink.RealDatabase;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.TsdbContract;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.WriteClient;
import io.tidemark.sink.WriteResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The contract as every version of Prometheus keeps to it, and what it answers to what is late. */
abstract class PrometheusContract extends TsdbContract {
  static final long HOUR = System.currentTimeMillis() / 3_600_000 * 3_600_000;

  static final Sample REFUSED =
      new Sample(Labels.of(Map.of("__name__", "refused")), HOUR - 7_200_000, 2);

  private static final PlainWrites WRITES = new PlainWrites(new RemoteWriteReceiver());

  abstract String binary();

  /** How it is written to, where that is not by default. */
  Map<String, String> options() {
    return Map.of();
  }

  @Override
  protected final Tsdb tsdb() {
    return new RemoteWriteReceiver();
  }

  @Override
  protected final RealDatabase start() {
    return installation();
  }

  private Installation installation() {
    String binary = binary();
    return Patience.started(
        "Prometheus", () -> Installation.start(binary, options(), "--web.enable-admin-api"));
  }

  /** Another value is stored at that time. */
  @Override
  protected final RealDatabase startRefusing() throws Exception {
    Installation database = installation();
    storeAnother(database.target(), refused());
    return database;
  }

  @Override
  protected final Sample refused() {
    return REFUSED;
  }

  /** With another value, so that this one is refused. */
  static void storeAnother(TargetConfig target, Sample refused) throws Exception {
    try (var client = client(target)) {
      write(client, target, List.of(new Sample(refused.labels(), refused.timestampMillis(), 1)));
    }
  }

  @Override
  protected final boolean turnsWritesAway() {
    return false;
  }

  @Test
  void tellsAReplayFromWhatIsLate() throws Exception {
    List<Sample> first = samples(0, 5, 1);
    List<Sample> second = samples(5, 10, 1);
    try (Installation database = installation();
        var client = client(database)) {
      assertThat(write(client, first).outcome()).isEqualTo(ResponseClass.OK);
      assertThat(write(client, second).outcome()).isEqualTo(ResponseClass.OK);

      // After a restart both come again, cut in another way.
      assertThat(write(client, samples(0, 7, 1)).outcome()).isEqualTo(ResponseClass.ALREADY_STORED);
      List<Sample> late =
          List.of(new Sample(first.get(0).labels(), first.get(0).timestampMillis() + 1, 1));
      WriteResult refused = write(client, late);
      assertThat(refused.outcome()).isEqualTo(ResponseClass.REJECT);
      assertThat(refused.code()).isEqualTo("out of order sample");
      assertThat(refused.error()).startsWith("HTTP 400: out of order sample");
      // Other values at the same times are no replay.
      assertThat(write(client, samples(0, 5, 2)).outcome()).isEqualTo(ResponseClass.REJECT);
      WriteResult duplicate = write(client, samples(9, 10, 2));
      assertThat(duplicate.code()).isEqualTo("duplicate sample");
      var expected = new ArrayList<>(first);
      expected.addAll(second);
      assertStored(database, expected, "beside what is late");
    }
  }

  @Test
  void findsAStaleMarkerStored() throws Exception {
    double stale = Double.longBitsToDouble(0x7ff0000000000002L);
    Labels labels = Labels.of(Map.of("__name__", "stale"));
    var samples =
        List.of(new Sample(labels, HOUR - 2_000, stale), new Sample(labels, HOUR - 1_000, 0));
    try (Installation database = installation();
        var client = client(database)) {
      assertThat(write(client, samples).outcome()).isEqualTo(ResponseClass.OK);
      assertThat(write(client, samples).outcome()).isEqualTo(ResponseClass.ALREADY_STORED);
    }
  }

  @Test
  void namesWhatLiesTooFarBack() throws Exception {
    try (Installation database = installation();
        var client = client(database)) {
      assertThat(write(client, samples(0, 1, 1)).outcome()).isEqualTo(ResponseClass.OK);

      var old = new Sample(Labels.of(Map.of("__name__", "old")), HOUR - 10 * 3_600_000, 1);
      WriteResult refused = write(client, List.of(old));

      assertThat(refused.outcome()).isEqualTo(ResponseClass.REJECT);
      assertThat(refused.code()).isEqualTo("out of bounds");
    }
  }

  @Test
  void tellsItsFlavourAndTheSignalsOfIts() throws Exception {
    try (Installation database = installation();
        var client = client(database);
        var probe = tsdb().probe(database.target())) {
      assertThat(tsdb().limits(probe.read()).retention())
          .as("of an empty one")
          .isGreaterThan(tsdb().defaultRetention());
      write(client, samples(0, 10, 1));

      TsdbNode node = probe.read().nodes().get(0);
      assertThat(node.flags()).containsEntry(NamedPages.FLAVOUR, "prometheus");
      assertThat(node.role()).isEqualTo(TsdbNode.Role.SINGLE);
      assertThat(node.startSeconds()).isPresent();
      assertThat(node.cpu().seconds()).isPresent();
      assertThat(node.cpu().cores()).isPresent();
      assertThat(node.residentBytes().getAsDouble()).isGreaterThan(1e6);
      assertThat(node.rows().inserted()).hasValue(10);
      assertThat(node.rows().stored()).hasValue(10);
      assertThat(node.rows().newSeries()).hasValue(1);
      assertThat(node.storage().fsyncSeconds()).isPresent();
      assertThat(tsdb().limits(probe.read()).retention()).isZero();
    }
  }

  /** Of one series, a second apart, one after the other. */
  private static List<Sample> samples(int from, int to, double factor) {
    Labels labels = Labels.of(Map.of("__name__", "contract_order", "x", "1"));
    var samples = new ArrayList<Sample>();
    for (int i = from; i < to; i++) {
      samples.add(new Sample(labels, HOUR - 3_600_000 + i * 1_000L, factor * i));
    }
    return samples;
  }

  private static WriteClient client(Installation database) {
    return client(database.target());
  }

  private static WriteClient client(TargetConfig target) {
    return WRITES.client(target);
  }

  private WriteResult write(WriteClient client, List<Sample> samples) throws Exception {
    return write(client, Installation.with(TargetConfig.of("remote-write"), options()), samples);
  }

  private static WriteResult write(WriteClient client, TargetConfig target, List<Sample> samples)
      throws Exception {
    return PlainWrites.write(client, WRITES.format(target).encode(samples));
  }
}
