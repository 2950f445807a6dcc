package io.tidemark.series;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LabelsBuilderTest {
  private final Labels.Builder builder = new Labels.Builder();

  @Test
  void sortsByTheBytesOfUtf8() throws Exception {
    // In UTF-16, which String compares, the surrogate pair would come before U+FF5E.
    List<String> names = new ArrayList<>(List.of("A", "__name__", "a", "aa", "é", "～", "😀"));
    for (int shuffle = 0; shuffle < 20; shuffle++) {
      Collections.shuffle(names, new Random(shuffle));
      builder.clear();
      names.forEach(name -> builder.add(name, "1"));

      assertThat(builder.build().toMap().keySet())
          .containsExactly("A", "__name__", "a", "aa", "é", "～", "😀");
    }
  }

  @Test
  void encodesTheSameWhateverTheOrder() throws Exception {
    builder.add("a", "1".repeat(200));
    builder.add("b", "2");
    builder.add("c".repeat(300), "3");
    byte[] sorted = builder.build().encoded();

    builder.clear();
    builder.add("b", "2");
    builder.add("c".repeat(300), "3");
    builder.add("a", "1".repeat(200));

    assertThat(builder.build().encoded()).isEqualTo(sorted);
  }

  @Test
  void leavesOutLabelsWithoutAValue() throws Exception {
    builder.add("a", "");
    builder.add("b", "1");

    assertThat(builder.build().toMap()).containsOnlyKeys("b");
  }

  @Test
  void copiesTheRangesItIsGiven() throws Exception {
    byte[] line = "cpu,host=web-1".getBytes(UTF_8);
    builder.add(line, 4, 4, line, 9, 5);
    Arrays.fill(line, (byte) 0);

    assertThat(builder.build()).hasToString("{host=\"web-1\"}");
  }

  @Test
  void buildsTheSameTwiceAndForgetsOnlyWhenCleared() throws Exception {
    builder.add("a", "1");
    Labels first = builder.build();
    assertThat(builder.build()).isEqualTo(first);

    builder.clear();
    builder.add("b", "2");
    assertThat(builder.build()).hasToString("{b=\"2\"}");
    assertThat(first).hasToString("{a=\"1\"}");
  }

  @Test
  void refusesANameGivenTwice() {
    builder.add("b", "1");
    builder.add("a", "2");
    builder.add("b", "3");

    assertThatThrownBy(builder::build)
        .isInstanceOf(InvalidLabelsException.class)
        .hasMessage("label given twice [name=b]");
  }

  @Test
  void refusesAnEmptyName() {
    builder.add("", "1");

    assertThatThrownBy(builder::build).hasMessage("empty label name");
  }

  @Test
  void refusesToNameASeriesByNothing() {
    builder.add("a", "");

    assertThatThrownBy(builder::build).hasMessage("no labels");
  }

  @Test
  void takesAsManyLabelsAsItsBoundAndNoMore() throws Exception {
    for (int i = 0; i < Labels.Builder.MAX_LABELS; i++) {
      builder.add("label" + i, "v");
    }
    assertThat(builder.build().toMap()).hasSize(Labels.Builder.MAX_LABELS);

    builder.add("more", "v");
    assertThatThrownBy(builder::build)
        .hasMessage("labels too large [maxLabels=256, maxBytes=65536]");
  }

  @Test
  void takesAsManyBytesAsItsBoundAndNoMore() throws Exception {
    String value = "v".repeat(Labels.Builder.MAX_BYTES - 1);
    builder.add("a", value);
    assertThat(builder.build().toMap()).containsEntry("a", value);

    builder.add("b", "");
    builder.add("c", "v");
    assertThatThrownBy(builder::build).hasMessageContaining("labels too large");

    builder.clear();
    builder.add("a", "1");
    assertThat(builder.build()).hasToString("{a=\"1\"}");
  }
}
