package io.tidemark.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.format.Format;
import io.tidemark.format.RecordFormatter;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.split.SourceRecord;
import io.tidemark.parse.text.TimestampUnit;
import io.tidemark.series.Labels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnonymizerTest {
  private static final byte[] KEY = "Jefe".getBytes(StandardCharsets.US_ASCII);

  private final Anonymizer anonymizer = new Anonymizer(KEY, Set.of("job"));

  /** RFC 4231, test case 2: its key, and the first 64 bits of its HMAC-SHA-256. */
  @Test
  void aPseudonymIsTheBeginningOfTheValuesHmac() {
    assertThat(anonymizer.pseudonym("what do ya want for nothing?")).isEqualTo("5bdcc146bf60754e");
  }

  @Test
  void theSameValueHasTheSamePseudonymUnderEachLabelAndInEachRun() {
    Labels once = anonymizer.of(Labels.of(Map.of("host", "db1", "instance", "db1")));
    assertThat(once.toMap().get("host")).isEqualTo(once.toMap().get("instance"));
    var again = new Anonymizer(KEY, Set.of());
    assertThat(again.of(Labels.of(Map.of("host", "db1"))).toMap().get("host"))
        .isEqualTo(once.toMap().get("host"));
    var otherKey = new Anonymizer("another".getBytes(StandardCharsets.US_ASCII), Set.of());
    assertThat(otherKey.pseudonym("db1")).isNotEqualTo(again.pseudonym("db1"));
  }

  @Test
  void namesAndBoundsAndWhatIsKeptStay() {
    Map<String, String> stays =
        Map.of("__name__", "lat_bucket", "le", "0.5", "quantile", "0.9", "job", "api");
    assertThat(anonymizer.of(Labels.of(stays)).toMap()).isEqualTo(stays);
  }

  @Test
  void recordsKeepTheirSamplesAndNothingThatCanNotBeRead() {
    var records =
        new AnonymousRecords(
            Format.INFLUX.parsers(TimestampUnit.NS).create(),
            new RecordFormatter(Format.INFLUX, TimestampUnit.NS),
            anonymizer);
    SourceRecord record = records.of(influx("cpu,host=db1 user=1 2000000\nsecret db1\n")).get();
    assertThat(record.value())
        .asString()
        .isEqualTo("cpu,host=%s user=1 2000000\n".formatted(anonymizer.pseudonym("db1")));
    assertThat(records.partsLeftOut()).isEqualTo(1);
    assertThat(records.of(influx("secret db1"))).isEmpty();
    assertThat(records.of(new SourceRecord("t", 0, 1, 5, null))).isEmpty();
    assertThat(records.partsLeftOut()).isEqualTo(3);
  }

  private static SourceRecord influx(String lines) {
    return new SourceRecord("t", 0, 1, 5, lines.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aKeyIsTheFilesBytesWithoutItsLineEnd(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("key"), "0123456789abcdef\n");
    assertThat(Anonymizer.key("--anonymise", file)).asString().isEqualTo("0123456789abcdef");
  }

  @Test
  void aShortKeyIsRefusedAndNotShown(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("key"), "geheim\n");
    assertThatThrownBy(() -> Anonymizer.key("--anonymise", file))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("holds 6 bytes, a key at least 16")
        .hasMessageNotContaining("geheim");
  }
}
