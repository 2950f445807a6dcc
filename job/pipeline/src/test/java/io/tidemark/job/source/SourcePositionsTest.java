package io.tidemark.job.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.config.OffsetsText;
import java.util.List;
import org.junit.jupiter.api.Test;

class SourcePositionsTest {
  @Test
  void tellsWhichTopicsARunDoesNotRead() {
    var positions = new SourcePositions.Kafka(OffsetsText.parse("a:0=1,b:0=2,b:1=3,c:0=4"));

    assertThat(positions.topicsBeside(List.of("a", "new"))).containsExactly("b", "c");
    assertThat(positions.topicsBeside(List.of("c", "b", "a"))).isEmpty();
  }
}
