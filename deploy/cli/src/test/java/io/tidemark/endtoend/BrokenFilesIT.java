package io.tidemark.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.luben.zstd.Zstd;
import io.tidemark.cli.Main;
import io.tidemark.job.file.CaptureFile;
import io.tidemark.job.split.SourceRecord;
import io.tidemark.process.Patience;
import io.tidemark.sink.victoriametrics.OwnedVictoriaMetrics;
import io.tidemark.testing.ChildJvm;
import io.tidemark.testing.StoredSample;
import io.tidemark.testing.VictoriaMetricsData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files that are cut short or can't be unpacked, beside one that is whole: the run writes all that
 * is whole, and ends by itself with a line that names the first of them.
 */
class BrokenFilesIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int LINES = 20_000;
  private static final long START = 1_750_000_000_000L;

  private static OwnedVictoriaMetrics database;

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    database = Patience.started("VictoriaMetrics", OwnedVictoriaMetrics::start);
  }

  @AfterAll
  static void stop() {
    database.close();
  }

  @Test
  void aRunWritesWhatIsWholeAndEndsWithALineThatNamesTheFirst() throws Exception {
    List<Path> files = files();

    JsonNode result = run(files, "failing", 1);

    assertThat(result.get("filesBroken").asInt()).isEqualTo(4);
    assertThat(result.get("samplesPending").asLong()).isZero();
    assertThat(result.get("samplesAcked").asLong())
        .isEqualTo(result.get("samplesRead").asLong())
        .isGreaterThan(LINES);
    assertThat(stored("failing", "whole")).isEqualTo(LINES);
    // All that was unpacked of the others is there from its first line on.
    for (String cut : List.of("gzip", "zstd", "capture")) {
      assertThat(stored("failing", cut)).as(cut).isBetween(LINES / 5, LINES - 1);
    }
    assertThat(stored("failing", "window")).isZero();
  }

  @Test
  void goesOnAsIfNothingWereWhereThatIsAskedFor() throws Exception {
    JsonNode result = run(files(), "skipping", 0, "source.file.on-error=skip");

    assertThat(result.get("filesBroken").asInt()).isEqualTo(4);
    assertThat(result.get("firstRefused").get("broken-file").asText()).contains("line ");
    assertThat(stored("skipping", "whole")).isEqualTo(LINES);
  }

  private JsonNode run(List<Path> files, String run, int exitCode, String... more)
      throws Exception {
    var settings =
        new ArrayList<>(
            List.of(
                "source.type=file",
                "source.file.format=influx",
                "source.file.path=" + String.join(",", files.stream().map(Path::toString).toList()),
                "target.urls=[" + database.url() + "]",
                "target.accept-load=true",
                "target.extra-labels={run: " + run + "}",
                "dead-letter.path=" + folder.resolve("dead-letters"),
                "parallelism=2"));
    settings.addAll(List.of(more));
    var arguments = new ArrayList<>(List.of("run", "-q", "--json"));
    arguments.addAll(StoppedCommand.set(settings));
    try (var command = ChildJvm.start(Main.class, List.of("-Xmx512m"), "", arguments)) {
      assertThat(command.exitCode(PATIENCE)).as(command.errors()).isEqualTo(exitCode);
      if (exitCode == 0) {
        assertThat(command.errors()).doesNotContain("tidemark: ");
      } else {
        assertThat(command.errors())
            .contains("tidemark: 4 files of the source could not be read to the end")
            .containsPattern(
                "the first: file:" + folder + "/\\w+, partition 0, offset or line \\d+");
      }
      return new ObjectMapper().readTree(command.output());
    }
  }

  private List<Path> files() throws IOException {
    byte[] frameOfTooLargeAWindow = {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD, 0, (byte) 0xA0, 1, 0, 0};
    Path capture = folder.resolve("whole-capture");
    try (CaptureFile records = CaptureFile.create(capture)) {
      for (String line : lines("capture").split("\n")) {
        records.add(new SourceRecord("t", 0, 0, -1, bytes(line)));
      }
      records.finish();
    }
    return List.of(
        Files.write(folder.resolve("whole"), bytes(lines("whole"))),
        Files.write(folder.resolve("gzip"), half(gzip(bytes(lines("gzip"))))),
        Files.write(folder.resolve("zstd"), half(Zstd.compress(bytes(lines("zstd"))))),
        Files.write(folder.resolve("capture"), half(Files.readAllBytes(capture))),
        Files.write(folder.resolve("window"), frameOfTooLargeAWindow));
  }

  /** A second apart, of one series. */
  private static String lines(String name) {
    var random = new Random(1);
    var lines = new StringBuilder();
    for (int n = 0; n < LINES; n++) {
      lines.append(
          "m,file=%s f=%d %d000000\n".formatted(name, random.nextInt(), START + n * 1000L));
    }
    return lines.toString();
  }

  /** Of the file, as many as there are timestamps without a gap from the first on. */
  private static int stored(String run, String file) {
    var data = new VictoriaMetricsData(database.url().toString());
    List<Long> times =
        data.export("{run=\"%s\",file=\"%s\"}".formatted(run, file)).stream()
            .map(StoredSample::timestampMillis)
            .sorted()
            .toList();
    for (int n = 0; n < times.size(); n++) {
      assertThat(times.get(n)).isEqualTo(START + n * 1000L);
    }
    return times.size();
  }

  private static byte[] half(byte[] file) {
    return Arrays.copyOf(file, file.length / 2);
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    var packed = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(packed)) {
      gzip.write(bytes);
    }
    return packed.toByteArray();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
