package io.tidemark.job.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.format.Format;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.JobConfig.FileInput;
import io.tidemark.job.config.JobConfig.SourceType;
import io.tidemark.job.deadletter.DeadLetter;
import io.tidemark.job.source.ParseFunction;
import io.tidemark.job.source.SourceRuns;
import io.tidemark.job.split.SourceRecord;
import io.tidemark.parse.text.TimestampUnit;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class FileRecordsIT {
  @RegisterExtension
  static final MiniClusterExtension FLINK =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(4)
              .build());

  @TempDir Path folder;
  @TempDir Path savepoints;

  @Test
  void readsAFileToItsEndWithMoreSubtasksThanFiles() throws Exception {
    Path file = folder.resolve("a capture.lp");
    Files.writeString(file, lines("a", 0, 500).stripTrailing());
    SourceRuns.Run run = start(file, 3, null);
    var ended = run.await();
    assertThat((Long) ended.getAccumulatorResult("samplesRead")).isEqualTo(500);
    assertThat((Long) ended.getAccumulatorResult("fileBytesRead")).isEqualTo(Files.size(file));
    assertThat(SourceRuns.of(run)).containsExactlyInAnyOrderElementsOf(samples("a", 0, 500));
  }

  @Test
  void readsOnInTheMiddleOfAFileFromASavepointAtAnotherParallelism() throws Exception {
    Path input = Files.createDirectory(folder.resolve("input"));
    Files.writeString(input.resolve("a.lp"), lines("a", 0, 3000));
    Files.writeString(input.resolve("b.lp"), lines("b", 0, 3000).stripTrailing());
    SourceRuns.Run first = SourceRuns.startSlow(source(input), 3);
    first.awaitSamples(300);
    String savepoint = first.stopWithSavepoint(savepoints);
    assertThat(SourceRuns.of(first)).hasSizeLessThan(6000);

    SourceRuns.Run second = start(input, 2, savepoint);
    Object read = second.await().getAccumulatorResult("recordsRead");
    var expected = new ArrayList<>(samples("a", 0, 3000));
    expected.addAll(samples("b", 0, 3000));
    assertThat(SourceRuns.of(first, second)).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(read).isEqualTo(6000L);
  }

  @Test
  void sendsABadAndAnOversizedLineToDeadLettersByLineNumber() throws Exception {
    Path file = folder.resolve("capture.lp");
    int tooLong = Format.INFLUX.maxLineBytes() + 100_000;
    Files.writeString(
        file, lines("a", 0, 2) + "broken\n" + "x".repeat(tooLong) + "\n" + lines("a", 2, 3));
    SourceRuns.Run run = start(file, 1, null);
    run.await();
    assertThat(SourceRuns.of(run)).containsExactlyElementsOf(samples("a", 0, 3));
    assertThat(run.collected().letters())
        .extracting(DeadLetter::offset, DeadLetter::reason, letter -> letter.original().length)
        .containsExactly(
            tuple(3L, "undecodable", 6), tuple(4L, "too-large", ParseFunction.MAX_ORIGINAL_BYTES));
  }

  @Test
  void partsOfALargeFileAreReadByAllSubtasks() throws Exception {
    Path file = folder.resolve("large.lp");
    Files.writeString(file, lines("a", 0, 3000));
    var env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.setParallelism(3);
    var lines = new ArrayList<String>();
    var source = FileRecords.source(source(file).file(), new FileParts(1000));
    var read =
        env.fromSource(
                source, WatermarkStrategy.noWatermarks(), "source", Types.POJO(SourceRecord.class))
            .map(record -> new String(record.value(), StandardCharsets.UTF_8))
            .executeAndCollect();
    read.forEachRemaining(lines::add);
    read.close();
    assertThat(lines).containsExactlyInAnyOrderElementsOf(lines("a", 0, 3000).lines().toList());
  }

  /**
   * A thousand samples a millisecond apart; passes lie an interval, a minute, behind each other.
   */
  @Test
  void aFileThatRepeatsGoesOnInItsPassFromASavepointAtAnotherParallelism() throws Exception {
    Path file = folder.resolve("a.lp");
    Files.writeString(file, lines("a", 0, 1000));
    long start = Instant.now().minus(Duration.ofDays(1)).toEpochMilli();
    JobConfig.Source source =
        source(file).withFile(source(file).file().repeated(Instant.ofEpochMilli(start).toString()));
    SourceRuns.Run first = SourceRuns.startSlow(source, 3);
    first.awaitSamples(2200);
    String savepoint = first.stopWithSavepoint(savepoints);
    int read = SourceRuns.of(first).size();

    SourceRuns.Run second = SourceRuns.start(source, 2, savepoint);
    second.awaitSamples(5000);
    second.client().cancel().get();
    Labels labels = samples("a", 0, 1).get(0).labels();
    var expected = new ArrayList<Sample>();
    for (int i = 0; i < read + 5000; i++) {
      int n = i % 1000;
      expected.add(new Sample(labels, start + n + i / 1000 * (999 + 60_000), n));
    }
    assertThat(SourceRuns.of(first)).containsExactlyElementsOf(expected.subList(0, read));
    assertThat(SourceRuns.of(second).subList(0, 5000))
        .containsExactlyElementsOf(expected.subList(read, read + 5000));
  }

  @Test
  void onlyOneFileRepeats() throws Exception {
    Path input = Files.createDirectory(folder.resolve("input"));
    Files.writeString(input.resolve("a.lp"), lines("a", 0, 10));
    Files.writeString(input.resolve("b.lp"), lines("b", 0, 10));
    JobConfig.Source source = source(input).withFile(source(input).file().repeated(""));
    SourceRuns.Run run = SourceRuns.start(source, 2, null);
    assertThatThrownBy(run::await)
        .hasStackTraceContaining("source.file.repeat takes one file, and source.file.path has 2");
  }

  @Test
  void saysThatAFileIsMissingBeforeTheJobIsSubmitted() {
    assertThatThrownBy(() -> start(folder.resolve("nowhere.lp"), 1, null))
        .isInstanceOf(ConfigException.class)
        .hasMessageMatching("source.file.path=.*nowhere.lp does not exist; name a file or folder");
  }

  private static SourceRuns.Run start(Path path, int parallelism, String savepoint)
      throws Exception {
    return SourceRuns.start(source(path), parallelism, savepoint);
  }

  private static JobConfig.Source source(Path path) {
    return new JobConfig.Source(
        SourceType.FILE,
        null,
        null,
        new FileInput(path.toString(), Format.INFLUX),
        new JobConfig.Influx(TimestampUnit.NS));
  }

  private static String lines(String name, int from, int to) {
    var text = new StringBuilder();
    for (int n = from; n < to; n++) {
      text.append("%s,host=x f=%d %d000000\n".formatted(name, n, n));
    }
    return text.toString();
  }

  private static List<Sample> samples(String name, int from, int to) {
    Labels labels = Labels.of(Map.of("__name__", name + "_f", "host", "x"));
    var samples = new ArrayList<Sample>();
    for (int n = from; n < to; n++) {
      samples.add(new Sample(labels, n, n));
    }
    return samples;
  }
}
