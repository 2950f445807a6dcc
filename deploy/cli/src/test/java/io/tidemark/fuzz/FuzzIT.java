package io.tidemark.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.MeasuredBound;
import io.tidemark.process.Patience;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever the bytes: only what is declared is thrown, memory is bounded, and each input is done
 * with soon. First the inputs that are kept, then known ones with changes: as long for each subject
 * as {@code -Dtidemark.fuzz-seconds} says, by {@code -Dtidemark.fuzz-seed}. Inputs that coverage
 * leads to are {@link JazzerIT}'s.
 */
class FuzzIT {
  private static final double SECONDS =
      Double.parseDouble(System.getProperty("tidemark.fuzz-seconds", "0.5"));

  /** Between two looks at the input in hand. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  private static final long SEED = Long.getLong("tidemark.fuzz-seed", 1);

  @TempDir static Path folder;

  static List<Subject> subjects() throws IOException {
    return Subjects.named(folder);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("subjects")
  void endsOnAnyInputWithinItsBounds(Subject subject) throws Exception {
    List<byte[]> kept = Corpus.of(subject);
    var trials = new Trials(subject);
    watched(
        trials,
        () -> {
          trials.begin();
          kept.forEach(trials::feed);
          subject.known().forEach(trials::feed);
          var begin = new ArrayList<>(subject.known());
          begin.addAll(kept);
          var mutator = new Mutator(SEED, begin);
          long end = System.nanoTime() + (long) (SECONDS * 1e9);
          while (System.nanoTime() < end) {
            trials.feed(mutator.next());
          }
          return null;
        });
    System.out.printf(
        "fuzz: %s: %d inputs, seed %d, at most %d KiB for one%n",
        subject, trials.inputs(), SEED, trials.mostBytes() >> 10);
    assertThat(trials.inputs()).isGreaterThan(kept.size());
  }

  /** On a thread that may hang: that it does is then said, with the input. */
  private static void watched(Trials trials, Callable<Void> feeding) throws Exception {
    var task = new FutureTask<>(feeding);
    var thread = new Thread(task, "fuzz");
    thread.setDaemon(true);
    thread.start();
    while (!Patience.until(LOOK, task::isDone)) {
      trials.requireNoneOverdue();
    }
    try {
      task.get();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof MeasuredBound slow) {
        throw slow;
      }
      throw new AssertionError(failed.getCause().getMessage(), failed.getCause());
    }
  }

  @Test
  void someInputsAreKeptForEachSubjectAndForNothingElse() throws IOException {
    List<Subject> subjects = Subjects.all(folder);
    assertThat(Corpus.folders())
        .containsExactlyInAnyOrderElementsOf(subjects.stream().map(Subject::name).toList());
    for (Subject subject : subjects) {
      assertThat(Corpus.of(subject)).as(subject.name()).hasSizeGreaterThan(2);
    }
  }
}
