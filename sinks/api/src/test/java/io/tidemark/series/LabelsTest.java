package io.tidemark.series;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class LabelsTest {
  @Test
  void areEncodedAsRemoteWriteHasThem() {
    // Field 1 of TimeSeries, a message of 6 bytes: field 1 "a", field 2 "b".
    assertThat(Labels.of(Map.of("a", "b")).encoded())
        .containsExactly(0x0A, 6, 0x0A, 1, 'a', 0x12, 1, 'b');
  }

  @Test
  void areEqualWhateverTheOrderTheyWereAddedIn() throws Exception {
    var builder = new Labels.Builder();
    builder.add("zone", "1");
    builder.add("app", "2");
    builder.add("job", "3");
    Labels labels = builder.build();

    Labels same = Labels.of(Map.of("job", "3", "app", "2", "zone", "1"));
    assertThat(labels).isEqualTo(same).hasSameHashCodeAs(same);
    assertThat(labels.hash()).isEqualTo(same.hash());
    assertThat(labels.toMap().keySet()).containsExactly("app", "job", "zone");
  }

  @Test
  void differWhenOneByteDiffers() {
    assertThat(Labels.of(Map.of("a", "b", "c", "d")))
        .isNotEqualTo(Labels.of(Map.of("a", "b", "c", "e")))
        .isNotEqualTo(Labels.of(Map.of("a", "b")));
  }

  /** Two series whose hashes collide are still two series. */
  @Test
  void differWhenOnlyTheirHashesAreTheSame() {
    byte[] one = Labels.of(Map.of("a", "b")).encoded();
    byte[] other = Labels.of(Map.of("a", "c")).encoded();

    assertThat(Labels.ofEncoded(one, 7)).isNotEqualTo(Labels.ofEncoded(other, 7));
  }

  @Test
  void hashTheirEncoding() {
    Labels labels = Labels.of(Map.of("__name__", "up", "job", "tidemark"));

    assertThat(labels.hash())
        .isEqualTo(SeriesHash.of(labels.encoded(), 0, labels.encoded().length));
    assertThat(Labels.ofEncoded(labels.encoded()).hash()).isEqualTo(labels.hash());
  }

  @Test
  void readAsPromQl() {
    assertThat(Labels.of(Map.of("job", "a\"b\\c\nd", "x", "é")))
        .hasToString("{job=\"a\\\"b\\\\c\\nd\",x=\"é\"}");
  }

  @Test
  void cursorFindsNamesAndValuesOfEveryLength() {
    String longName = "n".repeat(200);
    String longValue = "v".repeat(20_000);
    Labels labels = Labels.of(Map.of("a", longValue, longName, "1", "z", "ü"));

    LabelCursor label = labels.cursor();
    int end = 0;
    for (Map.Entry<String, String> expected :
        Map.of("a", longValue, longName, "1", "z", "ü").entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .toList()) {
      assertThat(label.next()).isTrue();
      assertThat(label.start()).isEqualTo(end);
      assertThat(label.name()).isEqualTo(expected.getKey());
      assertThat(label.value()).isEqualTo(expected.getValue());
      assertThat(label.nameLength()).isEqualTo(expected.getKey().length());
      assertThat(label.valueLength()).isEqualTo(expected.getValue().getBytes(UTF_8).length);
      assertThat(label.end()).isEqualTo(label.valueOffset() + label.valueLength());
      end = label.end();
    }
    assertThat(label.next()).isFalse();
    assertThat(end).isEqualTo(labels.encoded().length);
  }

  @Test
  void ofAMapSaysWhatIsWrong() {
    assertThatThrownBy(() -> Labels.of(Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no labels");
  }
}
