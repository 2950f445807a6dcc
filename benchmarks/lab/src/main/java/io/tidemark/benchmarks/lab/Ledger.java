package io.tidemark.benchmarks.lab;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.benchmarks.lab.judge.Again;
import io.tidemark.benchmarks.lab.judge.Commit;
import io.tidemark.benchmarks.lab.judge.Judged;
import io.tidemark.benchmarks.lab.judge.JudgedStore;
import io.tidemark.benchmarks.lab.truth.Truth;
import io.tidemark.benchmarks.lab.truth.TruthStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Each time that what is held out was judged: a look that can't be taken back. */
final class Ledger {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;

  /**
   * @param commit by which was judged
   * @param date of the commit
   * @param judgedOn when the line was written
   * @param by what judged; null in older lines, which are of verdicts
   * @param judged verdicts, or cases of which the model tells something
   * @param decided of these, those whose truth counts
   * @param right of these
   */
  record Line(
      String commit, String date, String judgedOn, By by, int judged, int decided, int right) {
    Line {
      by = by == null ? By.VERDICT : by;
    }
  }

  /** What judges. */
  enum By {
    /** Tidemark's command line, on the set-up as it runs. */
    VERDICT,
    /** The model, of kept windows. */
    MODEL
  }

  /**
   * @param folder of the lab's results
   */
  Ledger(Path folder) {
    file = folder.resolve("held-out.json");
  }

  List<Line> lines() {
    try {
      return Files.exists(file)
          ? JSON.readValue(file.toFile(), new TypeReference<List<Line>>() {})
          : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(file + " is no ledger of the lab's", e);
    }
  }

  void append(
      Commit commit, List<JudgedStore.Task> tasks, JudgedStore verdicts, TruthStore truths) {
    int judged = 0;
    int decided = 0;
    int right = 0;
    for (JudgedStore.Task task : tasks) {
      Optional<Judged> verdict = verdicts.read(commit, task).filter(Judged::isJudged);
      judged += verdict.isPresent() ? 1 : 0;
      Optional<Truth> truth = truths.read(task.setup()).filter(Truth::counts);
      if (verdict.isPresent() && truth.isPresent()) {
        decided++;
        right += truth.get().label().causes().contains(verdict.get().cause()) ? 1 : 0;
      }
    }
    append(commit, By.VERDICT, judged, decided, right);
  }

  /**
   * The same of what the model made of kept windows.
   *
   * @param again of the half that is held out
   * @param cases with these
   */
  void append(Commit commit, List<Again> again, LabCases cases) {
    List<Case> decided =
        cases.all().stream()
            .filter(each -> again.stream().anyMatch(each::isOf))
            .filter(each -> !each.probabilities().isEmpty())
            .toList();
    append(
        commit,
        By.MODEL,
        (int) again.stream().filter(each -> !each.causes().isEmpty()).count(),
        decided.size(),
        (int) decided.stream().filter(Case::modelIsRight).count());
  }

  private void append(Commit commit, By by, int judged, int decided, int right) {
    var all = new ArrayList<>(lines());
    all.add(
        new Line(
            commit.id(), commit.date(), LocalDate.now().toString(), by, judged, decided, right));
    TruthStore.write(file, all);
  }
}
