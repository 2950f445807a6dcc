package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.aged.KeptDatabases;
import io.tidemark.aged.KeptDatabases.Entry;
import io.tidemark.console.Exit;
import io.tidemark.process.Patience;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.victoriametrics.OwnedVictoriaMetrics;
import io.tidemark.testing.ChildJvm;
import io.tidemark.testing.VictoriaMetricsData;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real VictoriaMetrics that is filled with a past, kept, and taken again. */
@Tag("guards:job/measure")
class AgedIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int SERIES = 100;

  /** Each a minute apart, for a day. */
  private static final long PAST = SERIES * 24L * 60;

  private static final String FEW = "source.datagen.series=" + SERIES;
  private static final Pattern URL = Pattern.compile("of our own at (http://[\\d.:]+)");

  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void isFilledOnceKeptAsItWasAndTakenAgainByRunAndSearch() throws Exception {
    assertThat(execute("run", "--aged", "1d")).as("nobody said yes").isEqualTo(2);
    assertThat(err.toString())
        .contains("This fills a database of our own (VictoriaMetrics) with 1d of generated past")
        .contains("144 k samples of 100 series, in 1s where it takes a million a second")
        .contains("add --yes or target.accept-load=true");
    assertThat(kept().list()).isEmpty();

    assertThat(execute("run", "--aged", "1d", "--yes", "--set=source.datagen.samples=500"))
        .as(err.toString())
        .isZero();
    JsonNode run = result();
    assertThat(run.get("samplesAcked").asLong()).isEqualTo(500);
    JsonNode past = run.get("aged");
    assertThat(past.get("samples").asLong()).isEqualTo(PAST);
    assertThat(past.get("age").asText()).isEqualTo("1d");
    Entry entry = kept().list().get(0);
    assertThat(past.get("bytes").asLong()).isEqualTo(entry.database().bytes());
    assertThatAllOfThePastIsThere(entry);

    takenAgainByARun(entry);
    takenAgainByASearch(entry);
    assertThatAllOfThePastIsThere(entry);

    assertThat(execute("clean", "--aged", entry.name())).as("nobody said yes").isEqualTo(2);
    assertThat(kept().list()).containsExactly(entry);
    assertThat(execute("clean", "--aged", entry.name(), "--yes")).as(err.toString()).isZero();
    assertThat(result().get("deleted").asBoolean()).isTrue();
    assertThat(kept().list()).isEmpty();
  }

  /** Without asking: nothing is filled. */
  private void takenAgainByARun(Entry entry) throws Exception {
    var options = List.of("--aged", "1d", "--duration", "2m", "--set", FEW);
    try (var run = start(options, "--set", "source.datagen.rate=100")) {
      Patience.await("samples", PATIENCE, () -> run.errors().contains(" samples, "));
      Matcher url = URL.matcher(run.errors());
      assertThat(url.find()).as(run.errors()).isTrue();

      assertThat(samples(new VictoriaMetricsData(url.group(1))))
          .as("the past, and what the run adds: %s", run.errors())
          .isGreaterThan(PAST);
      assertThat(run.errors()).contains("it began with 1d of generated past: 144 k samples");
      run.signal("TERM");
      assertThat(run.exitCode(PATIENCE)).as(run.errors()).isEqualTo(143);
    }
    assertThat(kept().list()).containsExactly(entry);
  }

  private void takenAgainByASearch(Entry entry) throws IOException {
    String seconds = Patience.ofSeconds(20).toSeconds() + "s";
    assertThat(execute("ceiling", "--aged", "1d", "--max-duration", seconds))
        .as(err.toString())
        .isIn(Exit.DONE.code(), Exit.INCONCLUSIVE.code());
    assertThat(result().at("/aged/name").asText()).isEqualTo(entry.name());
    assertThat(result().at("/aged/samples").asLong()).isEqualTo(PAST);
    assertThat(kept().list()).containsExactly(entry);
  }

  /** In a database that begins with it. */
  private void assertThatAllOfThePastIsThere(Entry entry) {
    Path data = kept().find(entry.name()).orElseThrow().folder().resolve("data");
    try (var database =
        Patience.started(
            "VictoriaMetrics", () -> OwnedVictoriaMetrics.startFrom(data, Settings.DEFAULT))) {
      var first = new AtomicLong(Long.MAX_VALUE);
      var last = new AtomicLong(Long.MIN_VALUE);
      var samples = new AtomicLong();
      new VictoriaMetricsData(database.url().toString())
          .export(
              "{__name__!=\"\"}",
              sample -> {
                samples.incrementAndGet();
                first.accumulateAndGet(sample.timestampMillis(), Math::min);
                last.accumulateAndGet(sample.timestampMillis(), Math::max);
              });
      assertThat(samples.get()).isEqualTo(PAST);
      assertThat(Instant.ofEpochMilli(first.get())).isEqualTo(entry.database().from());
      assertThat(Instant.ofEpochMilli(last.get()).plus(Duration.ofMinutes(1)))
          .isEqualTo(entry.database().until());
    }
  }

  /** A month of 20,000 series would take minutes. */
  @Test
  void sigtermEndsTheFillingAndKeepsNothingOfIt() throws Exception {
    try (var run = start(List.of("--aged", "30d", "--yes"))) {
      Patience.await("samples", PATIENCE, () -> run.errors().contains(" samples, "));
      run.signal("TERM");

      assertThat(run.exitCode(PATIENCE)).as(run.errors()).isEqualTo(143);
      assertThat(run.errors())
          .contains("interrupted while the database was filled; nothing of it is kept");
      assertThat(run.output()).isEmpty();
    }
    assertThat(kept().list()).isEmpty();
    try (Stream<Path> left = Files.list(folder.resolve("tmp"))) {
      assertThat(left.map(Path::getFileName).map(Path::toString))
          .as("temporary folders")
          .noneMatch(name -> name.startsWith("tidemark-") || name.startsWith("flink"));
    }
  }

  private static long samples(VictoriaMetricsData data) {
    var samples = new AtomicLong();
    data.export("{__name__!=\"\"}", sample -> samples.incrementAndGet());
    return samples.get();
  }

  private KeptDatabases kept() {
    return new KeptDatabases(folder.resolve("kept"));
  }

  private ChildJvm start(List<String> aged, String... options) throws IOException {
    Path temporary = Files.createDirectories(folder.resolve("tmp"));
    var arguments = new ArrayList<>(List.of("run", "--json"));
    arguments.addAll(List.of("--aged-dir", kept().folder().toString()));
    arguments.addAll(List.of("--set", "parallelism=1"));
    arguments.addAll(aged);
    arguments.addAll(List.of(options));
    return ChildJvm.start(
        Main.class, List.of("-Xmx512m", "-Djava.io.tmpdir=" + temporary), "", arguments);
  }

  private int execute(String... options) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    var arguments = new ArrayList<>(List.of(options));
    arguments.addAll(List.of("--json", "--aged-dir", kept().folder().toString()));
    arguments.addAll(List.of("--set", FEW, "--set", "parallelism=1"));
    return Main.execute(
        new PrintWriter(out), new PrintWriter(err), arguments.toArray(String[]::new));
  }

  private JsonNode result() throws IOException {
    return new ObjectMapper().readTree(out.toString());
  }
}
