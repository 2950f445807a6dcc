package io.tidemark.ceiling;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.measure.Window;
import io.tidemark.proof.MeanWindow;
import java.util.List;
import org.junit.jupiter.api.Test;

class MeanWindowTest {
  private final Scene scene = new Scene();

  @Test
  void marksCountWhereHalfOfTheWindowsHaveOne() {
    Window clear = scene.window();
    scene.marks = List.of("throughput drifts");
    Window drifts = scene.window();
    assertThat(MeanWindow.of(List.of(clear, drifts, clear)).marks()).isEmpty();
    assertThat(MeanWindow.of(List.of(clear, drifts)).marks()).isEqualTo(scene.marks);
  }
}
