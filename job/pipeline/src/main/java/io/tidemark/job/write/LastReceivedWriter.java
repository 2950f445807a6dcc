package io.tidemark.job.write;

import io.tidemark.job.config.JobConfig;
import io.tidemark.job.deadletter.DeadLetter;
import io.tidemark.job.track.RecordLabels;
import io.tidemark.job.track.Recorded;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.Payload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.apache.flink.metrics.MetricGroup;

/**
 * Writes the records beside a batch, under the batch's permit, once all of it is acknowledged or
 * refused. Refused samples get no record. Only then are their series remembered as recorded. Until
 * then the batch is in flight, so a checkpoint holds both. Thread-safe.
 */
final class LastReceivedWriter implements AutoCloseable {
  private final Delivery.Context shared;
  private final Recorded recorded;
  private final LongAdder written = new LongAdder();
  private final LongAdder refused = new LongAdder();

  /**
   * @param samples the context of the samples' delivery. That of the records differs only in what
   *     becomes of refusals: a record that the database refuses is counted; it makes no dead letter
   *     and does not end the job
   */
  LastReceivedWriter(Delivery.Context samples, Recorded recorded, MetricGroup group) {
    var refusals = new Refusals();
    refusals.accepted();
    this.shared = samples.with(JobConfig.OnRejected.DEAD_LETTER, refusals);
    this.recorded = recorded;
    group.gauge("last_received_written_total", written::sum);
    group.gauge("last_received_refused_total", refused::sum);
  }

  /**
   * @param outcome the outcome of the samples
   * @param begun is given the records' delivery
   * @return the samples' outcome, with the records written
   */
  CompletableFuture<WriteOutcome> write(
      Payload.Records records, WriteOutcome outcome, Consumer<Delivery> begun) {
    Payload.Records acknowledged =
        outcome.deadLetters().isEmpty() ? records : without(outcome.deadLetters(), records);
    if (acknowledged == null) {
      return CompletableFuture.completedFuture(outcome);
    }
    Delivery delivery = Delivery.start(shared, acknowledged.payload());
    begun.accept(delivery);
    return delivery
        .done()
        .thenApply(
            done -> {
              written.add(done.samplesAcked());
              refused.add(done.samplesDeadLettered());
              recorded.add(acknowledged.series());
              return outcome.withRecords(done.samplesAcked());
            });
  }

  /** Returns the records without refused samples, found by their labels; null if none is left. */
  private Payload.Records without(List<DeadLetter> letters, Payload.Records records) {
    Set<String> gone = new HashSet<>();
    letters.forEach(letter -> gone.add(key(letter.origin(), letter.offset())));
    List<Sample> samples = shared.format().decode(records.payload());
    long[] series = records.series();
    boolean[] incomplete = new boolean[series.length];
    var kept = new ArrayList<Sample>();
    for (int i = 0; i < samples.size(); i++) {
      Sample record = samples.get(i);
      Labels of = RecordLabels.series(record.labels());
      if (!gone.contains(key(of.toString(), record.timestampMillis()))) {
        kept.add(record);
      } else if (series.length > 0) {
        incomplete[i / (samples.size() / series.length)] = true;
      }
    }
    if (kept.isEmpty()) {
      return null;
    }
    long[] complete = new long[series.length];
    int count = 0;
    for (int i = 0; i < series.length; i++) {
      if (!incomplete[i]) {
        complete[count++] = series[i];
      }
    }
    return new Payload.Records(shared.format().encode(kept), Arrays.copyOf(complete, count));
  }

  private static String key(String series, long timestampMillis) {
    return series + "@" + timestampMillis;
  }

  @Override
  public void close() {
    recorded.close();
  }
}
