package io.tidemark.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.run.RunResult;
import io.tidemark.testing.StoredSample;
import io.tidemark.testing.VictoriaMetricsContainer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A file like those of the Time Series Benchmark Suite's use case devops, read by the job and by
 * the database's own import: both must end up with the same set. Values have few digits:
 * VictoriaMetrics keeps a block of them as integers with one exponent, so the 16th digit depends on
 * the neighbours.
 */
class DevopsFileIT {
  private static final int HOSTS = 50;

  /** With {@code -Dtidemark.devops-ticks=404} there are 606,000 rows. */
  private static final int TICKS = Integer.getInteger("tidemark.devops-ticks", 40);

  private static final int FIELDS = 10 + 9 + 7 + 4;
  private static final long START_NANOS = 1_750_000_000_123_456_789L;

  private static VictoriaMetricsContainer store;

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    store = VictoriaMetricsContainer.start();
  }

  @AfterAll
  static void stop() {
    store.close();
  }

  @ParameterizedTest
  @EnumSource(names = {"SECONDS", "MILLISECONDS", "MICROSECONDS", "NANOSECONDS"})
  void isReadAsTheDatabaseItselfReadsIt(TimeUnit unit) throws Exception {
    byte[] lines = lines(unit).getBytes(StandardCharsets.UTF_8);
    Path file = Files.write(folder.resolve("devops.lp"), lines);
    store.importInflux(lines, "run=import-" + unit);
    Set<StoredSample> expected = new HashSet<>();
    for (StoredSample sample : store.export("{run=\"import-" + unit + "\"}")) {
      expected.add(
          new StoredSample(
              sample.series().replace("import-", "job-"),
              sample.timestampMillis(),
              sample.value()));
    }

    RunResult result =
        EmbeddedRun.of(
            List.of(
                "source.type=file",
                "source.file.path=" + file,
                "target.urls=[" + store.baseUrl() + "]",
                "target.extra-labels={run: job-" + unit + "}",
                "parallelism=2"));

    assertThat(result.samplesAcked()).isEqualTo((long) HOSTS * TICKS * FIELDS);
    assertThat(expected).hasSize(HOSTS * TICKS * FIELDS);
    store.awaitExactly("{run=\"job-" + unit + "\"}", expected);
  }

  private static String lines(TimeUnit unit) {
    var random = new Random(1);
    var lines = new StringBuilder();
    for (int tick = 0; tick < TICKS; tick++) {
      long nanos = START_NANOS + TimeUnit.SECONDS.toNanos(10L * tick);
      String end = " " + unit.convert(nanos, TimeUnit.NANOSECONDS) + "\n";
      for (int host = 0; host < HOSTS; host++) {
        String tags =
            ",hostname=host_%d,region=eu-west-1,datacenter=eu-west-1a,rack=%d,os=Ubuntu16.04LTS "
                .formatted(host, host % 100);
        lines.append("cpu").append(tags).append(fields(10, () -> random.nextInt(100) + "i"));
        lines.append(end);
        lines.append("mem").append(tags).append(fields(9, () -> "" + random.nextInt() / 1e2));
        lines.append(end);
        lines.append("disk").append(tags).append(fields(7, () -> random.nextLong(1L << 53) + "i"));
        lines.append(end);
        lines
            .append("redis")
            .append(tags)
            .append(fields(4, () -> "%.6f".formatted(random.nextGaussian())));
        lines.append(end);
      }
    }
    return lines.toString();
  }

  private static String fields(int count, Supplier<String> value) {
    return IntStream.range(0, count)
        .mapToObj(i -> "field_%d=%s".formatted(i, value.get()))
        .collect(Collectors.joining(","));
  }
}
