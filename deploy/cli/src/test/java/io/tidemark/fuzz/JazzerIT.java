package io.tidemark.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.Jazzer;
import io.tidemark.process.Patience;
import io.tidemark.testing.ChildJvm;
import io.tidemark.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The subjects of {@link FuzzIT}, with inputs that Jazzer makes: what reaches a branch that none
 * before did, it goes on from. Begins with what is known and kept; as long for each subject as
 * {@code -Dtidemark.jazzer-seconds} says. What it found is in the message, in hexadecimal, and in a
 * file.
 */
@Tag("slow")
@Tag("guards:job/parse")
class JazzerIT {
  private static final int SECONDS = Integer.getInteger("tidemark.jazzer-seconds", 3);
  private static final int SEED = Integer.getInteger("tidemark.fuzz-seed", 1);

  /** A corpus that outlives the run; else it begins anew. */
  private static final String KEEP = System.getProperty("tidemark.jazzer-corpus", "");

  /** Where an input is kept until it is in the {@link Corpus}, with which its defect is mended. */
  private static final Path FOUND = Repository.root().resolve("deploy/cli/target/jazzer");

  /** Whose branches lead. Others' classes take less time to load without what Jazzer adds. */
  private static final String LED_BY = "io.tidemark.**:org.yaml.snakeyaml.**";

  private static final int MIN_BRANCHES = 20;
  private static final Duration START_AND_END = Duration.ofMinutes(5);

  /** Of a shorter run the optimising compiler would take more time than it saves. */
  private static final int WORTH_C2 = 60;

  private static final Pattern COVERED = Pattern.compile("\\scov: (\\d+)");
  private static final Pattern INPUTS = Pattern.compile("stat::number_of_executed_units: (\\d+)");

  @TempDir static Path folder;

  static List<Subject> subjects() throws IOException {
    return Subjects.named(folder);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("subjects")
  void endsOnAnyInputThatCoverageLeadsTo(Subject subject) throws Exception {
    Path work = Files.createDirectories(folder.resolve(subject.name()));
    Path corpus =
        Files.createDirectories(
            KEEP.isEmpty() ? work.resolve("corpus") : Path.of(KEEP, subject.name()));
    write(subject, corpus);
    Path found = Files.createDirectories(FOUND.resolve(subject.name()));
    try (var jvm =
        ChildJvm.start(
            Jazzer.class,
            List.of(
                "-Xmx768m",
                "-XX:+UseSerialGC",
                SECONDS < WORTH_C2 ? "-XX:TieredStopAtLevel=1" : "-XX:+TieredCompilation",
                "-Dtidemark.fuzz-subject=" + subject.name(),
                "-D%s=%s".formatted(JazzerTarget.FOLDER, work)),
            "",
            List.of(
                "--target_class=" + JazzerTarget.class.getName(),
                "--instrumentation_includes=" + LED_BY,
                "--custom_hook_includes=" + LED_BY,
                "--additional_classes_excludes=**",
                "--reproducer_path=" + work,
                "-artifact_prefix=" + found + "/",
                "-max_total_time=" + SECONDS,
                "-max_len=65536",
                "-timeout=" + Patience.of(Trials.MAX_TIME).toSeconds(),
                "-seed=" + SEED,
                "-print_final_stats=1",
                corpus.toString()))) {
      int code = jvm.exitCode(START_AND_END.plusSeconds(SECONDS));
      String said = jvm.errors();
      assertThat(code).as(() -> "found, and kept in %s: %s".formatted(found, said)).isZero();
      List<Integer> covered = numbers(COVERED, said);
      int inputs = numbers(INPUTS, said).get(0);
      System.out.printf(
          "jazzer: %s: %d inputs in %d s, %d branches, from %d; %d inputs kept%n",
          subject,
          inputs,
          SECONDS,
          covered.get(covered.size() - 1),
          covered.get(0),
          corpus.toFile().list().length);
      // Without coverage it would feed inputs by chance, and be silent about it.
      assertThat(covered.get(0)).isGreaterThan(MIN_BRANCHES);
      assertThat(inputs).isGreaterThan(subject.known().size());
    }
  }

  private static void write(Subject subject, Path corpus) throws IOException {
    var inputs = new ArrayList<>(subject.known());
    inputs.addAll(Corpus.of(subject));
    for (int i = 0; i < inputs.size(); i++) {
      Files.write(corpus.resolve("known-" + i), inputs.get(i));
    }
  }

  private static List<Integer> numbers(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(found -> Integer.valueOf(found.group(1))).toList();
  }
}
