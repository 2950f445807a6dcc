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
 * What one run did. What was not measured is null, never zero. {@code samplesAmplified =
 * samplesAcked + samplesDeadLettered + samplesPending}.
 *
 * @param recordsRejected source records or samples refused before amplification
 * @param samplesDeadLettered refused by the database
 * @param filesBroken of the source, read to where they are cut short or broken
 * @param seconds from when all tasks ran to the end of the job, draining included
 * @param samplesPerSecond of this run; the counts go on where a savepoint left them
 * @param stability of what the writers reported; null of a run of less than 20 s
 * @param smoothness coefficient of variation of acknowledged samples per 100 ms
 * @param firstRefused by reason the first record or sample that became a dead letter, in one line;
 *     after a restart the first since then
 * @param n as it was asked for, in the mean over the instances
 * @param target kind and addresses
 * @param runLabel value of the label {@code tidemark_run} of all series; null if they have none
 * @param interrupted by a signal, and stopped cleanly or cancelled
 * @param savepoint where the run can be taken up again
 * @param checkpoint of a run that ended before all that it had read was written: the last one, from
 *     which it can be taken up again as from a savepoint
 * @param reads what readers beside it did; null without them, and in reports of before
 * @param aged the past that its database began with; null if it began empty, is the user's, and in
 *     reports of before
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
   * All of them: of records, of source samples and of amplified samples.
   *
   * @param bytes of those kept
   * @param overBytes counted and not kept, because of {@code dead-letter.max-bytes}
   * @param overSpace because of {@code dead-letter.max-free-share}, or the disk was full
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
   * What was written of series: those of the source, by a HyperLogLog (0.8 % standard error), times
   * the copies that each has.
   *
   * @param active with a sample in the last five minutes
   * @param newPerMinute that had none before, per minute of the run, since each series of its
   *     source had come twice in the mean; null where that did not happen, or less than 10 s before
   *     the end
   * @param churnPerMinute the share of the active ones that this is; null with it
   */
  public record Series(long active, Double newPerMinute, Double churnPerMinute) {}

  /** Of whole requests, in milliseconds. */
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
   * The database during the run, as it says itself.
   *
   * @param residentBytes at the end
   * @param diskBytes at the end
   * @param rowsIgnored rows that it dropped during the run without refusing them, by reason
   */
  public record Store(
      String version,
      Double cpuSeconds,
      Long residentBytes,
      Long diskBytes,
      Map<String, Long> rowsIgnored) {}

  /**
   * Totals go on where a savepoint left them, so a rate counts from the first that were reported.
   *
   * @param seconds since the start of this run
   */
  record Baseline(long acked, double seconds) {
    static final Baseline NONE = new Baseline(0, 0);
  }

  /**
   * @param cpuSeconds of the job's processes between start and end
   * @param store null without a reading
   * @param savepoint null without one
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
   * @param checkpoint null without one
   * @param reads null without them
   * @param aged null without one
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

  /** What a run says that read something and wrote nothing of it; empty of any other. */
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

  /** What a run says that could not read all of its files; empty of any other. */
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
