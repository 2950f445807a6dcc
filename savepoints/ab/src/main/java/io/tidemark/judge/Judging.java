package io.tidemark.judge;

import io.tidemark.job.config.ConfigException;
import io.tidemark.process.SecretNames;
import io.tidemark.sink.OwnedDatabase;
import io.tidemark.statistics.Estimate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

/**
 * How two databases are to be judged.
 *
 * @param metrics metrics to judge by; none if throughput alone is to decide
 * @param samplesPerSecond rate at which both sides write; 0 for as fast as they can
 * @param limits limits as {@link Limit#parse} reads them
 */
public record Judging(
    List<Metric> metrics, double samplesPerSecond, List<String> limits, Side a, Side b) {
  public static final Judging NONE = new Judging(List.of(), 0, List.of(), Side.SAME, Side.SAME);

  public Judging {
    metrics = List.copyOf(metrics);
    limits = List.copyOf(limits);
    for (String limit : limits) {
      Metric metric = Limit.parse(limit).metric();
      if (!metrics.contains(metric)) {
        throw new ConfigException(
            "--fail-if %s: add %s to --judge".formatted(limit, metric.word()));
      }
    }
  }

  /**
   * The database that Tidemark starts for one side.
   *
   * @param program path of the program; "" for the one that is found by default
   * @param flags command-line flags in addition to those that Tidemark sets
   */
  public record Side(String program, List<String> flags) {
    public static final Side SAME = new Side("", List.of());

    public Side {
      flags = List.copyOf(flags);
    }

    /**
     * @throws ConfigException if the program can't be run, or a flag holds a secret, because flags
     *     are kept in files, and other users of the host can see them
     */
    public Side checked(String side) {
      if (!program.isEmpty() && !isProgram(Path.of(program))) {
        throw new ConfigException(
            "--database-%s %s is not an executable file".formatted(side, program));
      }
      for (String flag : flags) {
        String name = flag.replaceFirst("=.*", "");
        if (SecretNames.isSecret(name) && !name.equals(flag)) {
          throw new ConfigException(
              "--flag-%s %s: a secret on a command line is seen by others; name a file that holds it"
                  .formatted(side, name));
        }
      }
      return this;
    }

    private static boolean isProgram(Path path) {
      return Files.isRegularFile(path) && Files.isExecutable(path);
    }

    public OwnedDatabase.Settings settings() {
      return new OwnedDatabase.Settings(OptionalInt.empty(), "", flags, program);
    }
  }

  /**
   * Returns the judging for a comparison of A with itself: B gets A's database, unless another is
   * named.
   */
  public Judging withItself() {
    return b.equals(Side.SAME) ? new Judging(metrics, samplesPerSecond, limits, a, a) : this;
  }

  public boolean wanted() {
    return !metrics.isEmpty();
  }

  /**
   * Returns the error rate of each metric at which all intervals hold together at 95 %
   * (Bonferroni).
   *
   * @param ofOne error rate of a single metric
   */
  public double alpha(double ofOne) {
    return ofOne / Math.max(1, metrics.size());
  }

  /** Returns the fewest pairs that can show a difference: n pairs have p ≥ 2 / 2ⁿ. */
  public int minPairs() {
    return (int) Math.ceil(1 - Math.log(alpha(Estimate.ALPHA)) / Math.log(2));
  }
}
