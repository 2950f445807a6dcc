package io.tidemark.job.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.write.WriterModel.Setting;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every order in which answers, losses, checkpoints and restarts can come, for a few batches.
 * States that were reached in another order are not gone on from again. {@code
 * -Dtidemark.model=deep} takes more of everything, and minutes.
 */
@Tag("seconds")
class WriterModelTest {
  /** With fewer states a step has got lost in the model, and the rest shows little. */
  private static final int MIN_STATES = 500;

  static Stream<Arguments> settings() {
    boolean deep = "deep".equals(System.getProperty("tidemark.model"));
    int more = deep ? 1 : 0;
    return Stream.of(
        Arguments.of(
            "two writers share one permit",
            new Setting(
                List.of(List.of("ab", "c"), List.of("d")), "", List.of(2), 1, 1 + more, 1, 1)),
        Arguments.of(
            "refused samples are split out",
            new Setting(List.of(List.of("abc"), List.of("d")), "b", List.of(2), 2, 1, 1, 1 + more)),
        Arguments.of(
            "fewer writers after a restart",
            new Setting(
                List.of(List.of("a", "b"), List.of("c")), "", List.of(2, 1), 2, 1, 1 + more, 1)),
        Arguments.of(
            "more writers after a restart",
            new Setting(List.of(List.of("ab"), List.of("c")), "a", List.of(1, 2), 2, 1, 1, 1)),
        Arguments.of(
            "restarted twice",
            new Setting(List.of(List.of("a", "b"), List.of("c")), "", List.of(2, 1), 2, 0, 2, 2)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("settings")
  void noScheduleLosesDoublesInTotalsOrEndsHalfway(String name, Setting setting) {
    var seen = new HashSet<String>();
    Deque<int[]> open = new ArrayDeque<>();
    open.push(new int[0]);
    while (!open.isEmpty()) {
      follow(setting, open.pop(), seen, open);
    }
    System.out.printf("model: %s: %d states%n", name, seen.size());
    assertThat(seen.size()).isGreaterThan(MIN_STATES);
  }

  /** Takes the first step from each new state, and leaves the others for later. */
  private static void follow(
      Setting setting, int[] begin, HashSet<String> seen, Deque<int[]> open) {
    try (var model = new WriterModel(setting)) {
      for (int step : begin) {
        model.take(step);
      }
      int[] path = begin;
      while (seen.add(model.state())) {
        int steps = model.steps();
        if (steps == 0) {
          model.requireComplete();
          return;
        }
        for (int step = steps - 1; step > 0; step--) {
          open.push(with(path, step));
        }
        path = with(path, 0);
        model.take(0);
      }
    }
  }

  private static int[] with(int[] path, int step) {
    int[] longer = Arrays.copyOf(path, path.length + 1);
    longer[path.length] = step;
    return longer;
  }
}
