package io.tidemark.run;

import io.tidemark.aged.AgedDatabase;
import io.tidemark.build.Version;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.deadletter.KeptLetters;
import io.tidemark.job.file.BrokenFiles;
import io.tidemark.job.write.WriterFactory;
import io.tidemark.readers.Reads;
import io.tidemark.statistics.Stability;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/**
 * The result of one run. A value that was not measured is null, never zero. {@code samplesAmplified
 * = samplesAcked + samplesDeadLettered + samplesPending}.
 *
 * @param recordsRejected source records or samples refused before amplification
 * @param samplesDeadLettered samples that the database refused
 * @param filesBroken the source's files that were read only up to where they are cut short or
 *     broken
 * @param seconds the time from when all tasks ran to the end of the job, draining included
 * @param samplesPerSecond the rate of this run; the counts continue from a savepoint's
 * @param stability how steady the writers' reports are; null for a run of less than 20 s
 * @param smoothness the coefficient of variation of acknowledged samples per 100 ms
 * @param firstRefused by reason, the first record or sample that became a dead letter, in one line;
 *     after a restart, the first since then
 * @param n the mean number of copies over the instances, as it was asked for
 * @param target the database's kind and addresses
 * @param runLabel the value of the label {@code tidemark_run} of all series; null if they have none
 * @param interrupted whether a signal ended the run, which was then stopped cleanly or cancelled
 * @param savepoint the savepoint from which the run can be continued
 * @param checkpoint the last checkpoint of a run that ended before all that it had read was
 *     written; it can be continued from there as from a savepoint
 * @param reads what readers beside the run did; null without them, and in older reports
 * @param aged the past that the database began with; null if it began empty or is the user's, and
 *     in older reports
 */
public record RunResult(
    long recordsRead,
    long recordsRejected,
    long samplesRead,
    long samplesAmplified,
    long samplesAcked,
    long samplesDeadLettered,
    long samplesPending,
    DeadLetters deadLetters,
    long filesBroken,
    Series series,
    long requests,
    long retries,
    long bytesRaw,
    long bytesSent,
    double seconds,
    double samplesPerSecond,
    Stability stability,
    double cpuSeconds,
    Double cpuSecondsPerMillionSamples,
    Latency latencyMillis,
    Double smoothness,
    Map<String, String> firstRefused,
    int m,
    double n,
    String layout,
    int parallelism,
    int inFlight,
    String target,
    Store store,
    String runLabel,
    boolean interrupted,
    String savepoint,
    String checkpoint,
    String tidemarkVersion,
    String flinkVersion,
    Reads reads,
    AgedDatabase aged) {

  /**
   * All dead letters: of records, of source samples and of amplified samples.
   *
   * @param bytes the bytes of those kept
   * @param overBytes those counted and not kept because of {@code dead-letter.max-bytes}
   * @param overSpace those not kept because of {@code dead-letter.max-free-share}, or because the
   *     disk was full
   */
  public record DeadLetters(long kept, long bytes, long overBytes, long overSpace) {
    static DeadLetters of(Totals totals) {
      return new DeadLetters(
          totals.count(KeptLetters.KEPT),
          totals.count(KeptLetters.BYTES),
          totals.count(KeptLetters.OVER_BYTES),
          totals.count(KeptLetters.OVER_SPACE));
    }

    public boolean happened() {
      return kept + overBytes + overSpace > 0;
    }
  }

  /**
   * The series that were written: the source's series, counted by a HyperLogLog (0.8 % standard
   * error), times their copies.
   *
   * @param active the series with a sample in the last five minutes
   * @param newPerMinute the series without an earlier sample, per minute of the run, counted since
   *     each series of its source had come twice on average; null if that did not happen, or less
   *     than 10 s before the end
   * @param churnPerMinute their share of the active series; null if they are
   */
  public record Series(long active, Double newPerMinute, Double churnPerMinute) {}

  /** The latency of whole requests, in milliseconds. */
  public record Latency(double p50, double p90, double p95, double p99, double max) {
    static Latency of(Histogram micros) {
      return new Latency(
          micros.getValueAtPercentile(50) / 1e3,
          micros.getValueAtPercentile(90) / 1e3,
          micros.getValueAtPercentile(95) / 1e3,
          micros.getValueAtPercentile(99) / 1e3,
          micros.getMaxValue() / 1e3);
    }
  }

  /**
   * The database during the run, by its own signals.
   *
   * @param residentBytes its resident memory at the end
   * @param diskBytes its data on disk at the end
   * @param rowsIgnored the rows that it dropped during the run without refusing them, by reason
   */
  public record Store(
      String version,
      Double cpuSeconds,
      Long residentBytes,
      Long diskBytes,
      Map<String, Long> rowsIgnored) {}

  /**
   * The totals that were reported first. Totals continue from a savepoint's, so a rate counts from
   * these.
   *
   * @param seconds the seconds since the start of this run
   */
  record Baseline(long acked, double seconds) {
    static final Baseline NONE = new Baseline(0, 0);
  }

  /**
   * @param cpuSeconds the CPU seconds of the job's processes between start and end
   * @param store the database's readings; null if there are none
   * @param savepoint the savepoint; null if there is none
   */
  static RunResult of(
      JobConfig config,
      Totals totals,
      Series series,
      double seconds,
      Baseline baseline,
      Optional<Stability> stability,
      double cpuSeconds,
      Store store,
      boolean interrupted,
      String savepoint,
      String flinkVersion) {
    long acked = totals.acked() - baseline.acked();
    double rateSeconds = seconds - baseline.seconds();
    return new RunResult(
        totals.count("recordsRead"),
        totals.count("recordsRejected"),
        totals.count("samplesRead"),
        totals.count("samplesAmplified"),
        totals.acked(),
        totals.count("samplesDeadLettered"),
        totals.pending(),
        DeadLetters.of(totals),
        totals.count("filesBroken"),
        series,
        totals.count("requests"),
        totals.count("retries"),
        totals.count("bytesRaw"),
        totals.count("bytesSent"),
        seconds,
        rateSeconds > 0 ? acked / rateSeconds : 0,
        stability.orElse(null),
        cpuSeconds,
        acked > 0 ? cpuSeconds / acked * 1e6 : null,
        totals.latencyMicros().map(Latency::of).orElse(null),
        totals.smoothness().isPresent() ? totals.smoothness().getAsDouble() : null,
        totals.firstRefused(),
        config.amplify().m(),
        config.amplify().n(),
        config.amplify().layout().name().toLowerCase(Locale.ROOT),
        config.parallelism(),
        WriterFactory.mostInFlight(config, config.parallelism()),
        describe(config),
        store,
        totals.runLabel(),
        interrupted,
        savepoint,
        null,
        Version.TIDEMARK,
        flinkVersion,
        null,
        null);
  }

  /**
   * @param checkpoint the checkpoint; null if there is none
   * @param reads what the readers did; null without them
   * @param aged the database's past; null if it has none
   */
  RunResult with(String checkpoint, Reads reads, AgedDatabase aged) {
    return new RunResult(
        recordsRead,
        recordsRejected,
        samplesRead,
        samplesAmplified,
        samplesAcked,
        samplesDeadLettered,
        samplesPending,
        deadLetters,
        filesBroken,
        series,
        requests,
        retries,
        bytesRaw,
        bytesSent,
        seconds,
        samplesPerSecond,
        stability,
        cpuSeconds,
        cpuSecondsPerMillionSamples,
        latencyMillis,
        smoothness,
        firstRefused,
        m,
        n,
        layout,
        parallelism,
        inFlight,
        target,
        store,
        runLabel,
        interrupted,
        savepoint,
        checkpoint,
        tidemarkVersion,
        flinkVersion,
        reads,
        aged);
  }

  /** Returns what to say of a run that read something and wrote nothing; empty for any other. */
  public Optional<String> nothingTaken() {
    long refused = recordsRejected + samplesDeadLettered;
    if (samplesAcked > 0 || samplesPending > 0 || refused == 0) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            "nothing was written: all of %,d records and %,d samples were refused; %s",
            recordsRead,
            samplesAmplified,
            firstRefused.entrySet().stream()
                .findFirst()
                .map(entry -> "%s, the first: %s".formatted(entry.getKey(), entry.getValue()))
                .orElse("the dead letters say why")));
  }

  /** Returns what to say of a run that could not read all of its files; empty for any other. */
  public Optional<String> brokenInput() {
    return BrokenFiles.line(filesBroken, firstRefused.get(BrokenFiles.REASON));
  }

  private static String describe(JobConfig config) {
    String type = config.target().type();
    return type.equals("null")
        ? type
        : type
            + " "
            + config.target().urls().stream().map(URI::toString).collect(Collectors.joining(", "));
  }
}
