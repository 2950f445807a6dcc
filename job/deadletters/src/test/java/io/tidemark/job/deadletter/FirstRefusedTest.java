package io.tidemark.job.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;

class FirstRefusedTest {
  private static DeadLetter letter(String reason, long offset, String original) {
    byte[] bytes = original.getBytes(StandardCharsets.UTF_8);
    return new DeadLetter("metrics", 3, offset, reason, "why", bytes, 0);
  }

  @Test
  void keepsTheFirstOfEachReasonReadable() {
    var first = new FirstRefused();
    first.add(letter("undecodable", 7, "broken\u001b[31m"));
    first.add(letter("undecodable", 8, "second"));
    first.add(letter("too-large", 9, "x".repeat(5000)));
    first.add(new DeadLetter("{a=\"1\"}", -1, 5, "timestamp-in-future", "value=2.0", one(), 0));

    assertThat(first.getLocalValue())
        .isEqualTo(
            Map.of(
                "undecodable",
                "metrics, partition 3, offset or line 7: why: broken.[31m",
                "too-large",
                "metrics, partition 3, offset or line 9: why: %s … 5,000 bytes"
                    .formatted("x".repeat(120)),
                "timestamp-in-future",
                "{a=\"1\"} at 5: value=2.0"));
  }

  @Test
  void aSeriesOfManyKilobytesIsCut() {
    var first = new FirstRefused();
    String series = "{a=\"" + "v".repeat(60_000) + "\"}";
    first.add(new DeadLetter(series, -1, 5, "label-value-too-long", "value=2.0", one(), 0));

    assertThat(first.getLocalValue().get("label-value-too-long"))
        .startsWith("{a=\"vvv")
        .endsWith("v… 60,006 characters at 5: value=2.0")
        .hasSizeLessThan(300);
  }

  @Test
  void thoseOfSeveralSubtasksAreOneOfEachReasonToo() throws Exception {
    var one = new FirstRefused();
    one.add(letter("undecodable", 7, "a"));
    var other = new FirstRefused();
    other.add(letter("undecodable", 1, "b"));
    other.add(letter("no-timestamp", 2, "c"));

    FirstRefused copy = InstantiationUtil.clone(one);
    copy.merge(other);

    assertThat(copy.getLocalValue())
        .containsOnlyKeys("undecodable", "no-timestamp")
        .containsEntry("undecodable", one.getLocalValue().get("undecodable"));
    assertThat(one.clone().getLocalValue()).isEqualTo(one.getLocalValue());
  }

  private static byte[] one() {
    return "2.0".getBytes(StandardCharsets.UTF_8);
  }
}
