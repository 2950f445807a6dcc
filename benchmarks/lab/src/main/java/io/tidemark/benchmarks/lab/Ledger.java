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

/** Lists each time that held-out families were judged, because looking at them can't be undone. */
final class Ledger {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;

  /**
   * A line of the list.
   *
   * @param commit commit that judged
   * @param date date of the commit
   * @param judgedOn date of the line
   * @param by what judged; null in older lines, which are about verdicts
   * @param judged number of verdicts, or of cases for which the model gives probabilities
   * @param decided number of these whose truth counts
   * @param right number of these that are right
   */
  record Line(
      String commit, String date, String judgedOn, By by, int judged, int decided, int right) {
    Line {
      by = by == null ? By.VERDICT : by;
    }
  }

  /** The judge of a line. */
  enum By {
    /** Tidemark's command line, on a running set-up. */
    VERDICT,
    /** The model, on kept windows. */
    MODEL
  }

  /**
   * @param folder folder of the lab's results
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
   * Appends a line about what the model made of kept windows.
   *
   * @param again the model's results for the held-out half
   * @param cases all cases, including these
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
