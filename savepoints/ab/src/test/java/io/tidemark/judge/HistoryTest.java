package io.tidemark.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.job.config.ConfigException;
import io.tidemark.judge.Judging.Side;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("seconds")
class HistoryTest {
  private static final Instant FIRST = Instant.parse("2026-11-01T00:00:00Z");

  /** From Apache Otava's own test of the method: three levels. */
  private static final double[] THREE_LEVELS = {
    0.3, 2.4, 1.5, -0.9, -0.5, 99.7, 98.3, 99.1, 149.0, 149.7, 149.5, 149.1, 148.8, 150.0
  };

  /** Annual flow of the Nile at Aswan, 1871 to 1970 (Cobb 1978); the dam was begun in 1898. */
  private static final double[] NILE = {
    1120, 1160, 963, 1210, 1160, 1160, 813, 1230, 1370, 1140, 995, 935, 1110, 994, 1020, 960, 1180,
    799, 958, 1140, 1100, 1210, 1150, 1250, 1260, 1220, 1030, 1100, 774, 840, 874, 694, 940, 833,
    701, 916, 692, 1020, 1050, 969, 831, 726, 456, 824, 702, 1120, 1100, 832, 764, 821, 768, 845,
    864, 862, 698, 845, 744, 796, 1040, 759, 781, 865, 845, 944, 984, 897, 822, 1010, 771, 676, 649,
    846, 812, 742, 801, 1040, 860, 874, 848, 890, 744, 749, 838, 1050, 918, 986, 797, 923, 975, 815,
    1020, 906, 901, 1170, 912, 746, 919, 718, 714, 740
  };

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void inAFolder() {
    file = folder.resolve("history.csv");
  }

  @Test
  void findsTheChangesThatAreKnown() {
    assertThat(ChangePoints.in(THREE_LEVELS)).containsExactly(5, 8);
    assertThat(ChangePoints.in(NILE)).containsExactly(28);
  }

  /** At 1 % a series, 200 series have at most 6 in all but 0.5 of 100 tries (binomial). */
  @Test
  void findsNothingWhereNothingChanges() {
    var random = new Random(4);
    int found = 0;
    for (int series = 0; series < 200; series++) {
      found += ChangePoints.in(random.doubles(20).toArray()).isEmpty() ? 0 : 1;
    }
    assertThat(found).isLessThanOrEqualTo(6);
    assertThat(ChangePoints.in(new double[0])).isEmpty();
    assertThat(ChangePoints.in(new double[] {1})).isEmpty();
    assertThat(ChangePoints.in(new double[] {1, 1, 1, 1, 1, 1})).isEmpty();
  }

  /** A header with the time's and the metrics' columns, and numbers without gaps. */
  @Test
  void writesWhatOtavaReads() throws IOException {
    append(0, 0.02);
    append(1, 0.03);

    assertThat(Files.readAllLines(file))
        .containsExactly(
            "time,cpu_b_over_a,cpu",
            "2026-11-01T00:00:00Z,1.02000,1.02000",
            "2026-11-02T00:00:00Z,1.03000,1.03000");
  }

  @Test
  void saysWhereItChanged() {
    for (int day = 0; day < 8; day++) {
      assertThat(append(day, 0.001 * (day % 3))).singleElement().asString().contains("no change");
    }
    for (int day = 8; day < 15; day++) {
      append(day, 0.1 + 0.001 * (day % 3));
    }

    assertThat(append(15, 0.1))
        .anySatisfy(
            line ->
                assertThat(line)
                    .contains("cpu_b_over_a changed by +")
                    .contains(" at 2026-11-09T00:00:00Z "));
  }

  @Test
  void whatWasNotMeasuredLeavesNoLine() {
    var missing = Finding.missing(Metric.CPU, "s", "no process");

    assertThat(history().append(judgement(missing), FIRST))
        .singleElement()
        .asString()
        .contains("nothing was appended: CPU a sample was not measured");
    assertThat(file).doesNotExist();
  }

  @Test
  void refusesAFileThatIsNoneOfIts() throws IOException {
    Files.writeString(file, "time,disk_b_over_a,disk\n");
    assertThatThrownBy(this::history)
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("has other columns than this judgement");

    for (String line :
        List.of("yesterday,1,2", "2026-11-01T00:00:00Z,1", "2026-11-01T00:00:00Z,1,NaN")) {
      Files.writeString(file, "time,cpu_b_over_a,cpu\n" + line + "\n");
      assertThatThrownBy(this::history)
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("line 2 is not a time and 2 numbers");
    }
    assertThatThrownBy(() -> new History(folder.resolve("none/h.csv"), List.of(Metric.CPU)))
        .hasMessageContaining("there is no folder");
    assertThatThrownBy(() -> new History(folder, List.of(Metric.CPU)))
        .isInstanceOf(ConfigException.class);
  }

  private History history() {
    return new History(file, List.of(Metric.CPU));
  }

  private List<String> append(int day, double effect) {
    Finding finding = JudgementTest.cpu(effect - 0.01, effect + 0.01);
    return history().append(judgement(finding), FIRST.plusSeconds(86_400L * day));
  }

  private static Judgement judgement(Finding finding) {
    var judging = new Judging(List.of(Metric.CPU), 0, List.of(), Side.SAME, Side.SAME);
    return Judgement.of(judging, 0.95, List.of(finding), null);
  }
}
