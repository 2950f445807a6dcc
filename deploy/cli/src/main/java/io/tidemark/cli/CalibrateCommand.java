package io.tidemark.cli;

import io.tidemark.calibrate.Calibration;
import io.tidemark.calibrate.RandomTruth;
import io.tidemark.calibrate.RandomTruthTable;
import io.tidemark.console.DurationRange;
import io.tidemark.console.Exit;
import io.tidemark.job.config.ConfigException;
import io.tidemark.measure.Amounts;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs the search against simulated databases whose ceiling is known. */
@Command(
    name = "calibrate",
    description = {
      "Run the search against simulated databases whose ceiling is known, and say of each whether it was right.",
      "Ends with exit code 1 if any was wrong."
    },
    footer = {
      "",
      "Examples:",
      "  tidemark calibrate",
      "  tidemark calibrate slots line",
      "  tidemark calibrate --random 2000 --seed 7"
    })
final class CalibrateCommand implements Callable<Integer> {
  private static final DurationRange EACH =
      DurationRange.of(Duration.ofSeconds(20), Duration.ofMinutes(10), ", such as 45s");

  @Spec private CommandSpec spec;
  @Mixin private OutputOptions common;

  @Parameters(
      paramLabel = "NAME",
      arity = "0..*",
      description = "Run only cases whose name contains one of these words.")
  private List<String> words = List.of();

  @Option(
      names = "--each",
      paramLabel = "TIME",
      description = "Maximum time of each search; default: as long as it needs, at most about 40s.")
  private String each;

  @Option(
      names = "--random",
      paramLabel = "N",
      description =
          "Instead, judge N random simulated set-ups with a computed truth; some seconds for each hundred.")
  private Integer random;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description =
          "With --random: the seed of the first set-up; the others have the seeds that follow. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Override
  public Integer call() {
    Output output = Output.prepare(spec, common);
    if (random != null) {
      return byChance(output);
    }
    for (String word : words) {
      if (Calibration.names().stream().noneMatch(name -> name.contains(word))) {
        throw new ConfigException(
            "no case has %s in its name; there are: %s"
                .formatted(word, String.join(", ", Calibration.names())));
      }
    }
    var err = spec.commandLine().getErr();
    Calibration result = Calibration.run(this::wanted, each(), new SearchConsole(err, common));
    output.print(result, table(result));
    output.save("calibration.json", result);
    if (result.interrupted()) {
      return Exit.INTERRUPTED.code();
    }
    return (result.right() ? Exit.DONE : Exit.FAILED).code();
  }

  private int byChance(Output output) {
    if (random < 1 || !words.isEmpty() || each != null) {
      throw new ConfigException(
          "--random takes a number of at least 1, and neither names nor --each [random=%d]"
              .formatted(random));
    }
    RandomTruth result = RandomTruth.of(random, seed);
    output.print(result, RandomTruthTable.of(result));
    output.save("calibration.json", result);
    return (result.goodEnough() ? Exit.DONE : Exit.FAILED).code();
  }

  private boolean wanted(String name) {
    return words.isEmpty() || words.stream().anyMatch(name::contains);
  }

  private Optional<Duration> each() {
    return Optional.ofNullable(each).map(text -> EACH.parse("--each", text));
  }

  private static String table(Calibration result) {
    var text = new StringBuilder();
    text.append(
        "%-40s %-16s %-16s %-24s %s%n"
            .formatted("database", "expected", "found", "slots", "verdict"));
    for (Calibration.Outcome outcome : result.outcomes()) {
      String slots =
          outcome.slots() == null
              ? ""
              : outcome.estimated() == null
                  ? "%d, not found".formatted(outcome.slots())
                  : "%d, found %s (%s–%s)"
                      .formatted(
                          outcome.slots(),
                          Amounts.hundredths(outcome.estimated()),
                          Amounts.hundredths(outcome.low()),
                          Amounts.hundredths(outcome.high()));
      text.append(
          "%-40s %-16s %-16s %-24s %s%n"
              .formatted(
                  outcome.name(),
                  outcome.expected(),
                  outcome.found(),
                  slots,
                  outcome.right() ? "right" : "WRONG: " + outcome.sentence()));
    }
    return text.toString();
  }
}
