package io.tidemark.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.config.ConfigException;
import io.tidemark.process.RunException;
import java.io.FileNotFoundException;
import java.util.concurrent.CompletionException;
import org.apache.flink.util.SerializedThrowable;
import org.junit.jupiter.api.Test;

class RootCauseTest {
  @Test
  void prefersWordsOfOurOwnOverWhatCausedThem() {
    var ours = new RunException("set y=z", new FileNotFoundException("/a"));

    assertThat(RootCause.of(new RuntimeException("outer", ours))).isEqualTo("set y=z");
  }

  @Test
  void isTheDeepestCauseThatSaysSomething() {
    var silent = new IllegalStateException();
    var deepest = new FileNotFoundException("/a/b");
    deepest.initCause(silent);
    var thrown = new CompletionException("outer", new RuntimeException("middle", deepest));

    assertThat(RootCause.of(thrown)).isEqualTo("FileNotFoundException: /a/b");
  }

  @Test
  void comesThroughWhatAClusterSends() {
    var sent = new SerializedThrowable(new RuntimeException("x", new ConfigException("set y=z")));

    assertThat(RootCause.of(sent)).isEqualTo("set y=z");
  }

  @Test
  void isOneBoundedLine() {
    var thrown = new IllegalArgumentException("a".repeat(1000) + "\nb");

    assertThat(RootCause.of(thrown)).hasSizeLessThan(500).doesNotContain("\n");
  }

  @Test
  void namesTheKindOfAnErrorWithoutWords() {
    assertThat(RootCause.of(new NullPointerException())).isEqualTo("NullPointerException");
  }

  @Test
  void isReadFromAPrintedStackTrace() {
    String trace =
        """
        org.apache.flink.runtime.JobException: outer
        \tat a.B.c(B.java:1)
        Caused by: java.net.ConnectException: Connection refused
        \tat d.E.f(E.java:2)
        """;

    assertThat(RootCause.ofStackTrace(trace)).isEqualTo("ConnectException: Connection refused");
    assertThat(
            RootCause.ofStackTrace("io.tidemark.job.write.DeliveryException: gave up: see\n\tat x"))
        .isEqualTo("gave up: see");
  }

  @Test
  void survivesACircle() {
    var first = new RuntimeException("first");
    first.initCause(new RuntimeException("second", first));

    assertThat(RootCause.of(first)).isIn("RuntimeException: first", "RuntimeException: second");
  }
}
