package io.tidemark.sink.rrdcached;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QueueWarningTest {
  private static List<String> read(QueueWarning warning, double waiting) {
    return warning.of(Map.of("QueueLength", waiting, "TreeNodesNumber", 1000.0));
  }

  @Test
  void warnsOfAQueueThatIsLongAndGrows() {
    var warning = new QueueWarning();
    assertThat(read(warning, 50)).isEmpty();
    assertThat(read(warning, 200)).singleElement().asString().contains("200 of 1000 files", "-t");
    assertThat(read(warning, 150)).isEmpty();
    assertThat(read(warning, 0)).isEmpty();
  }
}
