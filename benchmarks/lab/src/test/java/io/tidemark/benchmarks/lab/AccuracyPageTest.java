package io.tidemark.benchmarks.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.benchmarks.lab.judge.Again;
import io.tidemark.benchmarks.lab.judge.AgainStore;
import io.tidemark.benchmarks.lab.judge.Commit;
import io.tidemark.benchmarks.lab.judge.Judged;
import io.tidemark.benchmarks.lab.judge.JudgedStore;
import io.tidemark.benchmarks.lab.setup.Catalogue;
import io.tidemark.benchmarks.lab.setup.Catalogue.Half;
import io.tidemark.benchmarks.lab.setup.Setup;
import io.tidemark.benchmarks.lab.truth.Host;
import io.tidemark.benchmarks.lab.truth.TestTruths;
import io.tidemark.benchmarks.lab.truth.TruthStore;
import io.tidemark.ceiling.Cause;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccuracyPageTest {
  private static final Catalogue CATALOGUE = Catalogue.load();
  private static final Host HOST = new Host(2, 24, "6", "v1");
  private static final Commit COMMIT = new Commit("0123456789ab", "2026-11-26", true);
  private static final Setup TRAINING = first(Half.TRAINING);
  private static final Setup HELD_OUT = first(Half.HELD_OUT);

  /** Its database is full; of the job nothing is. */
  private static final String REPORT =
      """
      {"probabilities": {"causes": {"TSDB_CPU": 0.1, "TSDB_SLOTS": 0.7}},
       "steps": [
        {"phase": "sweep", "window": {"throughput": {"samplesPerSecond": 1000, "callsPerSecond": 1},
         "database": {"cpuShare": 0.95, "slotsInUse": 1, "slots": 8}, "job": {"cpuCores": 0.1, "cores": 2}}},
        {"phase": "sweep", "window": {"throughput": {"samplesPerSecond": 10, "callsPerSecond": 1},
         "database": {"cpuShare": 0.1, "slotsInUse": 8, "slots": 8}, "job": {"cpuCores": 0.1, "cores": 2}}}]}
      """;

  @TempDir Path folder;
  private TruthStore truths;
  private JudgedStore verdicts;
  private AgainStore again;
  private Ledger ledger;

  private static Setup first(Half half) {
    return CATALOGUE.inTurn().stream()
        .filter(setup -> CATALOGUE.half(CATALOGUE.familyOf(setup)) == half)
        .filter(setup -> setup.knobs().stream().anyMatch(knob -> knob.name().equals("slots")))
        .findFirst()
        .orElseThrow();
  }

  @BeforeEach
  void open() {
    truths = new TruthStore(folder.resolve("truth"), HOST);
    verdicts = new JudgedStore(folder.resolve("judged"));
    again = new AgainStore(folder);
    ledger = new Ledger(folder);
  }

  @Test
  void saysThatNothingIsMeasured() {
    assertThat(page())
        .contains("0 of 208 set-ups", "No verdict has a truth yet")
        .doesNotContain("100 %");
    assertThat(setUps()).contains("None yet.").doesNotContain("100 %");
  }

  @Test
  void comparesWhatWasSaidWithWhatWasMeasured() {
    truths.write(TRAINING, TestTruths.gaining(TRAINING, HOST, Map.of("slots", 1.8)));
    judge(TRAINING, Judged.Mode.SEARCH, 0, "TSDB_SLOTS", Map.of("TSDB_SLOTS", 1.98));
    judge(TRAINING, Judged.Mode.WATCH, 0, "NETWORK", Map.of());

    assertThat(page())
        .contains("| search | training | 1 | 100 % (21–100) | 0 % (0–79) | 0 % (0–79) |")
        .contains("| watch | training | 1 | 0 % (0–79) | 100 % (21–100) | 0 % (0–79) |")
        // Wilson's interval of one of one, z = 1.96: 1 / (1 + z²) at the least.
        .contains("| TSDB_SLOTS | 1 of 1 (21–100 %) | – |")
        .contains("| NETWORK | – | 0 of 1 (0–79 %) |")
        // 1.98 / 1.8
        .contains(" averages × 1.10 (1.10 to 1.10). More");
    assertThat(setUps())
        .contains("| TSDB_SLOTS | 1 | × 1.10 (1.10 to 1.10) | – |")
        .contains("**slots 1.80**")
        .contains("`" + TRAINING.name() + "`")
        .contains("TSDB_SLOTS, low: right")
        .contains("NETWORK, low: wrong");
  }

  @Test
  void scoresWhatTheModelGives() {
    truths.write(TRAINING, TestTruths.gaining(TRAINING, HOST, Map.of("slots", 1.8)));
    judge(TRAINING, Judged.Mode.SEARCH, 0, "TSDB_CPU", Map.of());

    // The mean over the causes of 0.1² + 0.3², all others being 0, and of −ln 0.9 − ln 0.7.
    int events = Cause.values().length - 1;
    assertThat(setUps())
        .contains(
            String.format(
                Locale.ROOT,
                "| search | training | %d | %.4f | %.4f |",
                events,
                0.1 / events,
                -Math.log(0.63) / events));
    assertThat(page()).contains("| search | training | 1 | 1 | 100 % (21–100) | 0 | – |");
  }

  @Test
  void takesTheNewestVerdictWhicheverCommitItIsOf() {
    truths.write(TRAINING, TestTruths.gaining(TRAINING, HOST, Map.of("slots", 1.8)));
    judge(TRAINING, Judged.Mode.SEARCH, 0, "NETWORK", Map.of());
    judgedBy(new Commit("00dcba987654", "2026-11-20", true), "2026-11-27T00:00:00Z");

    assertThat(setUps()).contains("1 by `00dcba987654` (2026-11-20).");
    assertThat(page()).contains("| search | training | 1 | 100 % (21–100) | 0 % (0–79) |");
  }

  @Test
  void scoresWhatALaterModelMakesOfTheSameWindows() {
    truths.write(TRAINING, TestTruths.gaining(TRAINING, HOST, Map.of("slots", 1.8)));
    judge(TRAINING, Judged.Mode.SEARCH, 0, "TSDB_CPU", Map.of());
    again.write(List.of(again(COMMIT.folder(), "NETWORK")));

    assertThat(setUps()).contains("The model is that of 1 by `00dcba987654` (2026-11-28).");
    assertThat(page()).contains("| search | training | 1 | 1 | 0 % (0–79) | 1 | 0 % (0–79) |");
  }

  @Test
  void scoresADiagnosisWithoutThePlainRule() {
    truths.write(TRAINING, TestTruths.gaining(TRAINING, HOST, Map.of("slots", 1.8)));
    judge(TRAINING, Judged.Mode.DIAGNOSE, 0, "TSDB_SLOTS", Map.of());

    assertThat(page())
        .contains(
            "| diagnose | training | 1 | 100 % (21–100) | 0 % (0–79) | 0 % (0–79) | 100 % (21–100) | – | – |")
        .contains("| cause | search | watch | diagnose |")
        .contains("| TSDB_SLOTS | – | – | 1 of 1 (21–100 %) |");
  }

  @Test
  void takesALaterModelForNoOtherWindows() {
    truths.write(TRAINING, TestTruths.gaining(TRAINING, HOST, Map.of("slots", 1.8)));
    judge(TRAINING, Judged.Mode.SEARCH, 0, "TSDB_CPU", Map.of());
    again.write(List.of(again("dcba98765432", "NETWORK")));

    assertThat(setUps()).contains("The model is that of 1 by `0123456789ab` (2026-11-26).");
  }

  private static Again again(String windows, String cause) {
    return new Again(
        TRAINING.name(),
        TRAINING.hash(),
        Judged.Mode.SEARCH,
        windows,
        new Commit("00dcba987654", "2026-11-28", true),
        Map.of(cause, 0.9),
        "");
  }

  private void judgedBy(Commit commit, String at) {
    judge(TRAINING, Judged.Mode.SEARCH, 0, "TSDB_SLOTS", Map.of(), commit, at);
  }

  @Test
  void judgesThePlainRuleByTheBusiestWindow() {
    truths.write(TRAINING, TestTruths.gaining(TRAINING, HOST, Map.of("slots", 1.8)));
    judge(TRAINING, Judged.Mode.SEARCH, 0, "TSDB_SLOTS", Map.of());

    // It says CPU, whose share is 0.95 where most was written; of the other window it would be the
    // slots.
    assertThat(page()).contains("| 100 % (21–100) | 0 % (0–79) | 100 % (21–100) |");
  }

  @Test
  void hasSumsAloneOfWhatIsHeldOut() {
    truths.write(HELD_OUT, TestTruths.gaining(HELD_OUT, HOST, Map.of("slots", 1.8)));
    judge(HELD_OUT, Judged.Mode.SEARCH, 0, "TSDB_SLOTS", Map.of());
    ledger.append(
        COMMIT, List.of(new JudgedStore.Task(HELD_OUT, Judged.Mode.SEARCH, 0)), verdicts, truths);

    assertThat(page())
        .contains("| search | held out | 1 | 100 % (21–100) |")
        .doesNotContain(HELD_OUT.name());
    assertThat(setUps())
        .contains("| `0123456789ab` | 2026-11-26 | ")
        .contains(" | verdict | 1 | 1 | 1 |")
        .doesNotContain(HELD_OUT.name());
  }

  @Test
  void leavesOutWhatHasNoLabelThatCounts() {
    truths.write(TRAINING, TestTruths.full(TRAINING, HOST));
    judge(TRAINING, Judged.Mode.SEARCH, 0, "TSDB_SLOTS", Map.of());

    assertThat(page()).contains("the limit of 0 is certain", "No verdict has a truth");
    assertThat(setUps()).contains("does not count: the host was only 10 % idle");
  }

  @Test
  void takesNotToBeToldForRightWhereNothingGains() {
    truths.write(TRAINING, TestTruths.gaining(TRAINING, HOST, Map.of()));
    judge(TRAINING, Judged.Mode.SEARCH, 0, "INCONCLUSIVE", Map.of());

    assertThat(page()).contains("| search | training | 1 | 100 % (21–100) |");
    assertThat(setUps()).contains("| none | 1 | 0 | 0 |");
  }

  @Test
  void saysHowOftenAVerdictAgreesWithItself() {
    Setup repeated = CATALOGUE.repeated().get(0);
    judge(repeated, Judged.Mode.WATCH, 0, "TSDB_CPU", Map.of());
    judge(repeated, Judged.Mode.WATCH, 1, "TSDB_CPU", Map.of());
    judge(repeated, Judged.Mode.WATCH, 2, "NETWORK", Map.of());

    // One pair of three.
    assertThat(setUps())
        .contains("| %s | watch | 3 | 33 %% | NETWORK 1, TSDB_CPU 2 |".formatted(repeated.name()));
  }

  private LabCases cases() {
    return new LabCases(CATALOGUE, truths, verdicts, again);
  }

  private String page() {
    return unbroken(AccuracyPage.of(cases()));
  }

  private String setUps() {
    return unbroken(SetUpsPage.of(cases(), ledger));
  }

  /** A paragraph is broken where a screen ends. */
  private static String unbroken(String text) {
    return text.replaceAll("(?<=[^|\n])\n(?=[^|\n])", " ");
  }

  private void judge(
      Setup setup, Judged.Mode mode, int repetition, String cause, Map<String, Double> gains) {
    judge(setup, mode, repetition, cause, gains, COMMIT, "2026-11-26T00:00:00Z");
  }

  private void judge(
      Setup setup,
      Judged.Mode mode,
      int repetition,
      String cause,
      Map<String, Double> gains,
      Commit commit,
      String at) {
    var judged =
        new Judged(
            setup.name(),
            setup.family(),
            setup.hash(),
            HOST,
            commit,
            mode,
            repetition,
            "a command",
            at,
            1,
            Judged.Status.JUDGED,
            "",
            cause,
            "LOW",
            "a sentence",
            gains,
            List.of(),
            List.of(),
            report());
    verdicts.write(judged, new JudgedStore.Task(setup, mode, repetition));
  }

  private static JsonNode report() {
    try {
      return new ObjectMapper().readTree(REPORT);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
