package io.tidemark.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.parse.Parsed;
import io.tidemark.parse.SampleParser;
import io.tidemark.parse.protobuf.OddRequests;
import io.tidemark.parse.text.TimestampUnit;
import io.tidemark.process.Patience;
import io.tidemark.series.Amplification;
import io.tidemark.series.Layout;
import io.tidemark.series.Sample;
import io.tidemark.series.Slice;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.ClientOptions;
import io.tidemark.sink.Payload;
import io.tidemark.sink.PayloadBuilder;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.WriteResult;
import io.tidemark.sink.victoriametrics.VictoriaMetrics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two hundred odd lines or requests of each format, posted straight to one VictoriaMetrics, and
 * through the parser and the writer with M = N = 1 to another: both hold the same set.
 */
class OddLinesIT {
  private static final int LINES = 200;

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"AUTO", "REMOTE_WRITE", "OTLP"})
  void areStoredAsVictoriaMetricsStoresThem(Format format) throws Exception {
    assertStoredAlike(format, bytes(OddLines.of(format, LINES)), LINES / 2);
  }

  @Test
  void soAreRemoteWriteRequestsAndTheirTwinsOfVersion2() throws Exception {
    List<OddRequests.Twins> requests = OddRequests.remoteWrite(LINES);
    List<byte[]> version1 = requests.stream().map(OddRequests.Twins::version1).toList();
    List<byte[]> version2 = requests.stream().map(OddRequests.Twins::version2).toList();
    assertStoredAlike(Format.REMOTE_WRITE, version1, LINES / 2);
    // No VictoriaMetrics takes version 2 itself, but it holds what its twin of version 1 does.
    try (var straight = new RealImports();
        var written = new RealImports()) {
      assertStoredAlike(Format.REMOTE_WRITE, straight, version1, written, version2, LINES / 2);
    }
  }

  @Test
  void soAreOpenTelemetrysByAVictoriaMetricsThatTakesThem() throws Exception {
    String binary = CurrentFormatsIT.requiredBinary();
    List<byte[]> requests = OddRequests.otlp(LINES);
    try (var straight = new RealImports(binary);
        var written = new RealImports(binary)) {
      assertStoredAlike(Format.OTLP, straight, requests, written, requests, LINES / 2);
    }
  }

  @Test
  void soIsAnExpositionLikeAvalanches() throws Exception {
    int metrics = 20;
    int series = 5;
    assertStoredAlike(
        Format.PROMETHEUS,
        bytes(
            List.of(
                AvalancheExposition.page(metrics, series, 1769817600123L),
                AvalancheExposition.page(metrics, series, 1769817615123L))),
        2 * metrics * series * (1 + 1 + 7 + 5) - 1);
  }

  private static List<byte[]> bytes(List<String> records) {
    return records.stream().map(record -> record.getBytes(StandardCharsets.UTF_8)).toList();
  }

  private static void assertStoredAlike(Format format, List<byte[]> records, int over)
      throws Exception {
    try (var straight = new RealImports();
        var written = new RealImports()) {
      assertStoredAlike(format, straight, records, written, records, over);
    }
  }

  /**
   * @param posted to the one database as they are
   * @param parsed and written to the other
   */
  private static void assertStoredAlike(
      Format format,
      RealImports straight,
      List<byte[]> posted,
      RealImports written,
      List<byte[]> parsed,
      int over)
      throws Exception {
    for (byte[] record : posted) {
      straight.send(format, record);
    }
    var samples = new ArrayList<Sample>();
    SampleParser parser = format.parsers(TimestampUnit.AUTO).create();
    parsed.forEach(record -> samples.addAll(Parsed.by(parser, record, -1).samples()));
    write(written, samples);

    Set<Sample> stored = written.stored();
    Set<Sample> expected = straight.stored();
    assertThat(stored).hasSizeGreaterThan(over);
    assertThat(without(stored, expected)).as("not in VictoriaMetrics' own import").isEmpty();
    assertThat(without(expected, stored)).as("only in VictoriaMetrics' own import").isEmpty();
  }

  private static Set<Sample> without(Set<Sample> samples, Set<Sample> others) {
    var left = new HashSet<>(samples);
    left.removeAll(others);
    return left;
  }

  private static void write(RealImports database, List<Sample> samples) throws Exception {
    var kind = new VictoriaMetrics();
    TargetConfig target = TargetConfig.of(kind.type(), database.url());
    WireFormat format =
        kind.format(
            target, new Amplification(1, 1, 60_000, "instance", ValueMode.REPEAT, Layout.TIME));
    PayloadBuilder builder = format.newPayloadBuilder();
    samples.forEach(
        s -> builder.append(format.template(s.labels()), s.timestampMillis(), s.value()));
    Payload payload = builder.encode(new Slice(0, 1, 0, 1));
    try (var client =
        kind.client(target, new ClientOptions(1, Duration.ofSeconds(20), "odd-lines"))) {
      WriteResult result = Patience.get(client.write(payload));
      assertThat(result.outcome()).as(result.error()).isEqualTo(ResponseClass.OK);
    }
  }
}
