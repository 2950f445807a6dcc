package io.tidemark.job.source;

import io.tidemark.job.shared.ThreadCpu;
import io.tidemark.job.state.ExactTotals;
import io.tidemark.parse.Rejection;
import java.util.EnumMap;
import java.util.Map;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

/**
 * Counts what was read and refused. The metrics cover the running attempt, in the operator's group
 * {@code tidemark}: {@code records_read_total}, {@code samples_read_total}, {@code
 * reason.<reason>.records_rejected_total}. The accumulators are exact over restarts: {@code
 * recordsRead}, {@code samplesRead}, {@code recordsRejected}, {@code fileBytesRead}, {@code
 * filesBroken}.
 */
final class SourceMetrics {
  private static final int RECORDS_READ = 0;
  private static final int SAMPLES_READ = 1;
  private static final int RECORDS_REJECTED = 2;
  private static final int FILE_BYTES_READ = 3;
  private static final int FILES_BROKEN = 4;

  private final ExactTotals totals = new ExactTotals(ExactTotals.OF_SOURCE);
  private final Counter records;
  private final Counter samples;
  private long passedBefore;
  private final Map<Rejection, Counter> rejected = new EnumMap<>(Rejection.class);

  SourceMetrics(OperatorStateStore state, RuntimeContext context) throws Exception {
    totals.restore(state);
    totals.publish(context);
    passedBefore = totals.get(SAMPLES_READ);
    MetricGroup group = context.getMetricGroup().addGroup("tidemark");
    ThreadCpu.ofCurrentThread().register(group);
    records = group.counter("records_read_total");
    samples = group.counter("samples_read_total");
    for (Rejection why : Rejection.values()) {
      rejected.put(why, group.addGroup("reason", why.reason()).counter("records_rejected_total"));
    }
  }

  void fileBytesRead(long bytes) {
    totals.add(FILE_BYTES_READ, bytes);
  }

  void fileBroken() {
    totals.add(FILES_BROKEN, 1);
  }

  void recordRead() {
    records.inc();
    totals.add(RECORDS_READ, 1);
  }

  void sampleRead() {
    samples.inc();
    totals.add(SAMPLES_READ, 1);
  }

  /** Returns the samples since it was last called. */
  long passed() {
    long passed = totals.get(SAMPLES_READ) - passedBefore;
    passedBefore += passed;
    return passed;
  }

  void recordRejected(Rejection why) {
    rejected.get(why).inc();
    totals.add(RECORDS_REJECTED, 1);
  }

  void snapshot() throws Exception {
    totals.snapshot();
  }
}
