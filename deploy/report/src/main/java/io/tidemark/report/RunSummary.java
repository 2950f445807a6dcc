package io.tidemark.report;

import io.tidemark.job.config.RunLabel;
import io.tidemark.measure.Amounts;
import io.tidemark.readers.Reads;
import io.tidemark.run.RunResult;
import io.tidemark.series.Fleet;
import io.tidemark.statistics.Stability;
import java.util.StringJoiner;

/** Makes a compact table of a run's result for people. */
public final class RunSummary {
  private final StringBuilder text = new StringBuilder();

  private RunSummary() {}

  public static String of(RunResult result) {
    var summary = new RunSummary();
    summary.samples(result);
    summary.evenness(result.stability());
    summary.requests(result);
    if (result.reads() != null) {
      summary.readers(result.reads());
    }
    summary.costs(result);
    return summary.text.toString();
  }

  private void samples(RunResult result) {
    line(
        "written",
        "%s samples in %s s: %s samples/s (%s)"
            .formatted(
                Amounts.count(result.samplesAcked()),
                Amounts.significant(result.seconds(), false),
                Amounts.count(result.samplesPerSecond()),
                Amounts.activeSeries(result.samplesPerSecond())));
    line(
        "from",
        "%s source samples (%s records, %s rejected), M=%d N=%s, layout %s"
            .formatted(
                Amounts.count(result.samplesRead()),
                Amounts.count(result.recordsRead()),
                Amounts.count(result.recordsRejected()),
                result.m(),
                Fleet.text(result.n()),
                result.layout()));
    line(
        "amplified",
        "%d = %d acknowledged + %d dead-lettered + %d pending"
            .formatted(
                result.samplesAmplified(),
                result.samplesAcked(),
                result.samplesDeadLettered(),
                result.samplesPending()));
    result
        .firstRefused()
        .forEach((reason, line) -> line("refused", "%s, the first: %s".formatted(reason, line)));
    if (result.deadLetters().happened()) {
      line("letters", letters(result.deadLetters()));
    }
    if (result.filesBroken() > 0) {
      line("files", result.filesBroken() + " could not be read to the end");
    }
    line("series", series(result.series()));
  }

  static String letters(RunResult.DeadLetters letters) {
    String kept = "%,d kept (%s)".formatted(letters.kept(), Amounts.bytes(letters.bytes()));
    if (letters.overBytes() > 0) {
      kept +=
          "; %,d counted and not kept: dead-letter.max-bytes was reached"
              .formatted(letters.overBytes());
    }
    if (letters.overSpace() > 0) {
      kept +=
          "; %,d counted and not kept: dead-letter.max-free-share was reached, or the disk was full"
              .formatted(letters.overSpace());
    }
    return kept;
  }

  static String series(RunResult.Series series) {
    String active = Amounts.count(series.active()) + " active";
    return series.newPerMinute() == null || series.churnPerMinute() == null
        ? active
        : "%s, %s new a minute (churn %s %% a minute)"
            .formatted(
                active,
                Amounts.count(series.newPerMinute()),
                Amounts.significant(100 * series.churnPerMinute(), false));
  }

  private void evenness(Stability stability) {
    if (stability == null) {
      return;
    }
    String steady =
        stability.steady() == null
            ? "not within this run"
            : "%s samples/s after %d s"
                .formatted(Amounts.count(stability.steady()), stability.warmUpSeconds());
    line(
        "steady",
        "%s; %s reached in 95 %% of seconds, %s stalled"
            .formatted(
                steady,
                Amounts.count(stability.reachedIn95Percent()),
                Amounts.percent(stability.stalls())));
  }

  private void requests(RunResult result) {
    line(
        "requests",
        "%s, %s retries, %s in flight at most, %s sent (%s before compression)"
            .formatted(
                Amounts.count(result.requests()),
                Amounts.count(result.retries()),
                result.inFlight(),
                Amounts.bytes(result.bytesSent()),
                Amounts.bytes(result.bytesRaw())));
    var latency = result.latencyMillis();
    if (latency != null) {
      line(
          "latency",
          "p50 %s, p90 %s, p99 %s, max %s ms"
              .formatted(
                  Amounts.significant(latency.p50(), false),
                  Amounts.significant(latency.p90(), false),
                  Amounts.significant(latency.p99(), false),
                  Amounts.significant(latency.max(), false)));
    }
  }

  private void readers(Reads reads) {
    line("readers", ReadsText.of(reads));
    if (reads.failed() > 0) {
      line("not read", ReadsText.failures(reads));
    }
    if (reads.ended() != null) {
      line("read until", reads.ended());
    }
  }

  private void costs(RunResult result) {
    String cpu = Amounts.significant(result.cpuSeconds(), false) + " s of CPU";
    if (result.cpuSecondsPerMillionSamples() != null) {
      cpu +=
          " (%s s per million samples)"
              .formatted(Amounts.significant(result.cpuSecondsPerMillionSamples(), false));
    }
    line("job", "%s, parallelism %d".formatted(cpu, result.parallelism()));
    line("target", result.target());
    if (result.runLabel() != null) {
      line("label", RunLabel.sentence(result.runLabel()));
    }
    var store = result.store();
    if (store != null) {
      line("database", store(store));
    }
    if (result.aged() != null) {
      line("began with", result.aged().past());
    }
    if (result.savepoint() != null) {
      line("savepoint", result.savepoint());
    }
    if (result.checkpoint() != null) {
      line("checkpoint", "%s; go on with --from".formatted(result.checkpoint()));
    }
  }

  private static String store(RunResult.Store store) {
    var parts = new StringJoiner(", ");
    if (store.version() != null) {
      parts.add(store.version());
    }
    if (store.cpuSeconds() != null) {
      parts.add(Amounts.significant(store.cpuSeconds(), false) + " s of CPU");
    }
    if (store.residentBytes() != null) {
      parts.add(Amounts.bytes(store.residentBytes()) + " of memory");
    }
    if (store.diskBytes() != null) {
      parts.add(Amounts.bytes(store.diskBytes()) + " on disk");
    }
    return parts.toString();
  }

  private void line(String name, String value) {
    text.append("%-10s %s%n".formatted(name, value));
  }
}
