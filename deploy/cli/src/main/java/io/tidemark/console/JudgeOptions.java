package io.tidemark.console;

import io.tidemark.job.config.ConfigException;
import io.tidemark.judge.History;
import io.tidemark.judge.JUnitFile;
import io.tidemark.judge.Judgement;
import io.tidemark.judge.Judging;
import io.tidemark.judge.Judging.Side;
import io.tidemark.judge.Metric;
import io.tidemark.measure.Amounts;
import io.tidemark.report.ReportFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Stack;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that say by what two databases are judged, and where the judgement is kept. */
public final class JudgeOptions {
  /**
   * Takes any word as the option's value, because a database's flag may begin as an option of
   * Tidemark does: -http… as -h.
   */
  static final class AnyFlag implements IParameterConsumer {
    @Override
    public void consumeParameters(Stack<String> words, ArgSpec option, CommandSpec command) {
      if (words.isEmpty()) {
        throw new ParameterException(
            command.commandLine(), "Missing required parameter for option '--flag-…' (FLAG)");
      }
      List<String> flags = option.getValue();
      flags.add(words.pop());
    }
  }

  private static final double MOST_SAMPLES_PER_SECOND = 1e9;

  @Option(
      names = "--judge",
      paramLabel = "METRICS",
      description =
          "Judge the databases by throughput, cpu, memory, disk or latency, by several of these (with commas), or by all.")
  private String metrics;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description =
          "With --judge: both sides write N samples/s of a generator, instead of as many as they can.")
  private Double rate;

  @Option(
      names = "--database-a",
      paramLabel = "PROGRAM",
      description = "With --judge: the database's program that Tidemark starts for side A.")
  private String programA = "";

  @Option(
      names = "--database-b",
      paramLabel = "PROGRAM",
      description = "The same for side B; with --aa it is that of A.")
  private String programB = "";

  @Option(
      names = "--flag-a",
      paramLabel = "FLAG",
      parameterConsumer = AnyFlag.class,
      description = "With --judge: a flag of the database of side A; repeatable.")
  private List<String> flagsA = new ArrayList<>();

  @Option(
      names = "--flag-b",
      paramLabel = "FLAG",
      parameterConsumer = AnyFlag.class,
      description = "The same for side B; with --aa it is that of A.")
  private List<String> flagsB = new ArrayList<>();

  @Option(
      names = "--fail-if",
      paramLabel = "LIMIT",
      description =
          "Exit with 4 if the change from A to B is surely beyond this, such as 'cpu>+5%%', and with 3 if that can't be told; repeatable.")
  private List<String> limits = new ArrayList<>();

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description = "Write the result of each --fail-if as a JUnit report.")
  private Path junit;

  @Option(
      names = "--history",
      paramLabel = "FILE",
      description =
          "Append the judgement to a CSV file that Apache Otava reads, and say where it changed.")
  private Path historyFile;

  private History history;

  /**
   * Returns what to judge.
   *
   * @param isResumed whether a comparison is resumed, whose folder already says what is judged
   * @throws ConfigException if options are wrong, or --judge is missing
   */
  public Judging judging(boolean isResumed) {
    boolean databases = !(programA + programB).isEmpty() || !flagsA.isEmpty() || !flagsB.isEmpty();
    boolean others = rate != null || databases || !limits.isEmpty();
    if (isResumed) {
      if (metrics != null || others) {
        throw new ConfigException(
            "--resume takes what is judged from its folder; leave out all but --junit and --history");
      }
      return Judging.NONE;
    }
    if (metrics == null) {
      if (others || junit != null || historyFile != null) {
        throw new ConfigException(
            "--rate, --database-a, --database-b, --flag-a, --flag-b, --fail-if, --junit and --history need --judge");
      }
      return Judging.NONE;
    }
    if (rate != null && !(rate >= 1 && rate <= MOST_SAMPLES_PER_SECOND)) {
      throw new ConfigException(
          "--rate=%s: must be from 1 to %s samples/s"
              .formatted(rate, Amounts.whole(MOST_SAMPLES_PER_SECOND)));
    }
    return new Judging(
        Metric.parse(metrics, rate != null),
        rate == null ? 0 : rate,
        limits,
        new Side(programA, flagsA).checked("a"),
        new Side(programB, flagsB).checked("b"));
  }

  /** Checks that the files can be written before anything is measured. */
  public void prepare(Judging judging) {
    if (junit != null) {
      if (judging.limits().isEmpty()) {
        throw new ConfigException(
            "--junit: its test cases are those of --fail-if; give at least one");
      }
      Path folder = junit.toAbsolutePath().getParent();
      if (!Files.isDirectory(folder)) {
        throw new ConfigException("--junit %s: there is no folder %s".formatted(junit, folder));
      }
    }
    if (historyFile != null) {
      if (!judging.wanted()) {
        throw new ConfigException(
            "--history: the comparison in this folder was begun without --judge");
      }
      history = new History(historyFile, judging.metrics());
    }
  }

  /** Writes the files, and returns the lines that say what the history shows. */
  public List<String> keep(Judgement judgement, Instant time) {
    if (junit != null) {
      ReportFiles.write(junit, JUnitFile.of(judgement));
    }
    return history == null ? List.of() : history.append(judgement, time);
  }
}
