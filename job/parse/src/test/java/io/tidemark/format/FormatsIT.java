package io.tidemark.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.parse.Parsed;
import io.tidemark.parse.SampleParser;
import io.tidemark.parse.text.TimestampUnit;
import io.tidemark.series.Sample;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each text format's parser beside a real VictoriaMetrics that reads the same records. */
class FormatsIT {
  private RealImports database;

  @BeforeEach
  void start() {
    database = new RealImports();
  }

  @AfterEach
  void stop() {
    database.close();
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"AUTO", "REMOTE_WRITE", "OTLP", "INFLUX"})
  void readsRecordsAsVictoriaMetricsDoes(Format format) throws Exception {
    List<String> records = OddInputs.byFormat().get(format);
    for (String record : records) {
      database.send(format, record.getBytes(StandardCharsets.UTF_8));
    }
    Set<Sample> stored = database.stored();
    assertThat(stored).hasSizeGreaterThan(records.size() / 3);
    assertThat(parsed(format, records)).isEqualTo(stored);
  }

  private static Set<Sample> parsed(Format format, List<String> records) {
    SampleParser parser = format.parsers(TimestampUnit.AUTO).create();
    var samples = new HashSet<Sample>();
    for (String record : records) {
      samples.addAll(Parsed.by(parser, record.getBytes(StandardCharsets.UTF_8), -1).samples());
    }
    return samples;
  }
}
