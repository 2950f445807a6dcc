package io.tidemark.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.parse.Parsed;
import io.tidemark.parse.SampleParser;
import io.tidemark.parse.protobuf.OtlpRequests;
import io.tidemark.parse.protobuf.WriteRequests;
import io.tidemark.parse.text.TimestampUnit;
import io.tidemark.series.Sample;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The parsers beside a VictoriaMetrics of today, which takes more than 1.79.5. */
class CurrentFormatsIT {
  private static final String VARIABLE = "TIDEMARK_TEST_VICTORIA_METRICS_CURRENT";

  @Test
  void readsOpenTelemetryAsVictoriaMetricsDoes() throws Exception {
    assertReadsAlike(Format.OTLP, OtlpRequests.odd());
  }

  @Test
  void readsWhatOnlyLaterVersionsRead() throws Exception {
    assertReadsAlike(
        Format.OPENTSDB_PUT,
        lines("put later.millis 1769817600123 2 a=1", "put later.untagged 1769817600 2"));
    assertReadsAlike(Format.GRAPHITE, lines("later.tabs\t2\t1769817600"));
    assertReadsAlike(
        Format.JSON_LINES,
        lines(
            "{\"metric\":{\"__name__\":\"later_inf\"},\"values\":[\"Inf\",\"-Infinity\"],"
                + "\"timestamps\":[1769817600123,1769817660123]}",
            "{\"metric\":{\"__name__\":\"later_empty\",\"\":\"bar\"},\"values\":[6],"
                + "\"timestamps\":[1769817600123]}",
            "{\"metric\":{\"__name__\":\"later_quoted\"},\"values\":[\"6\"],"
                + "\"timestamps\":[1769817600123]}"));
    assertReadsAlike(Format.REMOTE_WRITE, List.of(WriteRequests.nativeHistograms()));
  }

  private static List<byte[]> lines(String... lines) {
    return List.of(lines).stream().map(line -> line.getBytes(StandardCharsets.UTF_8)).toList();
  }

  private static void assertReadsAlike(Format format, List<byte[]> records) throws Exception {
    try (var database = new RealImports(requiredBinary())) {
      SampleParser parser = format.parsers(TimestampUnit.AUTO).create();
      var parsed = new HashSet<Sample>();
      for (byte[] record : records) {
        database.send(format, record);
        parsed.addAll(Parsed.by(parser, record, -1).samples());
      }
      Set<Sample> stored = database.stored();
      assertThat(stored).isNotEmpty();
      assertThat(parsed).isEqualTo(stored);
    }
  }

  /** The test that asks does not run where there is none. */
  static String requiredBinary() {
    String binary = System.getenv(VARIABLE);
    assumeTrue(
        binary != null && !binary.isBlank(),
        VARIABLE + " is not set: formats were not compared with a current VictoriaMetrics");
    return binary;
  }
}
