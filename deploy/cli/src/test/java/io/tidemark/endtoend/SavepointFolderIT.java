package io.tidemark.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.Main;
import io.tidemark.testing.ChildJvm;
import io.tidemark.testing.StoredSample;
import io.tidemark.testing.VictoriaMetricsContainer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Row 29 of the faults: a folder that takes no savepoint. It is a file system of its own, read-only
 * or of a few kilobytes, which only the command sees.
 */
class SavepointFolderIT {
  private static final String SMALL = "size=16k";
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  /** What Flink does with a job whose last savepoint failed: it goes on from its checkpoint. */
  private static final String RESTARTED = "the job failed and is restarted";

  private static final int SERIES = 20;
  private static final int PER_SECOND = 1_000;
  private static final int SECONDS = 2;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ro | run --stop-with-savepoint | --stop-with-savepoint=FOLDER can't be written to (read-only, or not ours); name another folder",
        "ro | ab --aa --out | --out=FOLDER can't be written to (read-only, or not ours); name another folder",
        "size=16k | ab --aa --out | no room for a savepoint [free=",
      })
  void refusesInOneLineWhatIsKnownBeforeTheStart(String mounted, String command, String expected)
      throws Exception {
    var arguments = new ArrayList<>(List.of(command.split(" ")));
    arguments.addAll(List.of(folder.toString(), "--set", "target.type=null", "-q"));

    try (ChildJvm tidemark = tidemark(mounted, arguments)) {
      assertThat(tidemark.exitCode(PATIENCE)).as(tidemark.errors()).isEqualTo(2);
      assertThat(tidemark.errors())
          .startsWith("tidemark: " + expected.replace("FOLDER", folder.toString()))
          .hasLineCount(1);
    }
  }

  @Test
  void theJobGoesOnAndAllItReadIsStoredWhenTheFolderIsFull() throws Exception {
    try (var store = VictoriaMetricsContainer.start();
        ChildJvm tidemark = tidemark(SMALL, run(store))) {
      assertThat(tidemark.exitCode(PATIENCE)).as(tidemark.errors()).isEqualTo(1);

      String folderUri = folder.toUri().toString().replaceAll("/$", "");
      assertThat(tidemark.errors().lines().filter(line -> !line.contains(RESTARTED)))
          .hasSize(3)
          .anyMatch(line -> line.startsWith("This writes "))
          .anyMatch(line -> line.startsWith("warning: no savepoint could be made in " + folderUri))
          .anyMatch(
              line -> line.startsWith("tidemark: no savepoint could be made in " + folderUri));
      assertThat(tidemark.output()).as("files named _metadata").isEmpty();
      assertThatItWentOnWithoutAGap(store);
    }
  }

  private List<String> run(VictoriaMetricsContainer store) {
    return List.of(
        ("run -q --yes --duration %ds --stop-with-savepoint %s"
                + " --set source.datagen.start=%s --set source.datagen.series=%d"
                + " --set source.datagen.rate=%d --set target.urls=%s --set parallelism=1"
                + " --set checkpoint.interval=500ms")
            .formatted(SECONDS, folder, START, SERIES, PER_SECOND, store.baseUrl())
            .split(" "));
  }

  /** Each series has a sample a minute from the start on, at least for as long as was asked. */
  private static void assertThatItWentOnWithoutAGap(VictoriaMetricsContainer store) {
    Map<String, TreeSet<Long>> minutes =
        store.export("{__name__!=\"\"}").stream()
            .collect(
                Collectors.groupingBy(
                    StoredSample::series,
                    Collectors.mapping(
                        sample -> (sample.timestampMillis() - START.toEpochMilli()) / 60_000,
                        Collectors.toCollection(TreeSet::new))));
    assertThat(minutes).hasSize(SERIES);
    assertThat(minutes.values())
        .allSatisfy(
            series -> {
              assertThat(series.first()).isZero();
              assertThat(series).hasSize((int) (series.last() + 1));
              assertThat(series.last()).isGreaterThan(SECONDS * PER_SECOND / SERIES);
            });
  }

  /** Prints what is named like a finished savepoint in the folder when the command has ended. */
  private ChildJvm tidemark(String mounted, List<String> arguments) {
    String script =
        "mount -t tmpfs -o %s none '%s' && { \"$@\"; code=$?; find '%s' -name _metadata; exit $code; }"
            .formatted(mounted, folder, folder);
    return ChildJvm.startUnder(
        List.of("unshare", "--map-root-user", "--mount", "sh", "-c", script, "sh"),
        Main.class,
        List.of("-Xmx512m"),
        arguments);
  }
}
