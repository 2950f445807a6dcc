package io.tidemark.job.amplify;

import io.tidemark.job.split.SampleBlock;
import io.tidemark.series.Amplification;
import io.tidemark.series.Interpolation;
import io.tidemark.series.Sample;
import io.tidemark.sink.Payload;
import io.tidemark.sink.Tsdb;
import java.time.Duration;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.Triggerable;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Holds each series' latest source sample back, in keyed state, until the next one says where its
 * values go. A source sample costs a look-up and a write of state, and each series a timer now and
 * then.
 *
 * <p>A line is drawn to a sample at most {@value #MAX_GAP_INTERVALS} intervals away. So a series
 * that pauses gets the same values whether its next sample was waited for or not, and what is
 * replayed after a failure is what was sent before.
 */
final class InterpolatingAmplifier extends Amplifier implements Triggerable<Long, VoidNamespace> {
  static final int MAX_GAP_INTERVALS = 5;

  /** This is far longer than Kafka, a restart or a busy database holds the next sample up. */
  private static final long MIN_HOLD_MILLIS = Duration.ofMinutes(10).toMillis();

  private final long intervalMillis;
  private final long maxGapMillis;
  private final long holdMillis;

  private transient ValueState<HeldSample> held;
  private transient InternalTimerService<VoidNamespace> timers;
  private transient long openedMillis;
  private transient Counter expired;

  InterpolatingAmplifier(
      StreamOperatorParameters<Payload> parameters, AmplifierSettings settings, Tsdb tsdb) {
    super(parameters, settings, tsdb);
    intervalMillis = settings.fleet().least().intervalMillis();
    maxGapMillis = MAX_GAP_INTERVALS * intervalMillis;
    holdMillis = holdMillis(settings.fleet().least());
  }

  /** Returns how long a sample is held: twice the widest gap, and at least ten minutes. */
  static long holdMillis(Amplification amplification) {
    return Math.max(MIN_HOLD_MILLIS, 2 * MAX_GAP_INTERVALS * amplification.intervalMillis());
  }

  @Override
  public void open() throws Exception {
    super.open();
    held = HeldSamples.of(getKeyedStateBackend());
    timers = getInternalTimerService("held", VoidNamespaceSerializer.INSTANCE, this);
    openedMillis = processingTimeService.getCurrentProcessingTime();
    expired = getMetricGroup().addGroup("tidemark").counter("held_samples_expired_total");
  }

  /** Keeps what a savepoint holds, instead of amplifying it at once. */
  @Override
  void restoreHeld() {}

  @Override
  public boolean hasKeyContext1() {
    return true;
  }

  @Override
  public void processElement(StreamRecord<SampleBlock> element) throws Exception {
    Sample next = only(element.getValue());
    long now = processingTimeService.getCurrentProcessingTime();
    if (isRefused(next, now)) {
      add(next, next.value());
      return;
    }
    HeldSample before = held.value();
    if (before == null) {
      timers.registerProcessingTimeTimer(VoidNamespace.INSTANCE, now + holdMillis);
    } else if (!before.sample().labels().equals(next.labels())) {
      repeat(before);
    } else if (before.sample().equals(next)) {
      held.update(before.again());
      return;
    } else if (isRefused(before.sample(), now)) {
      // A savepoint's build may not have asked first, or may have had wider limits.
      repeat(before);
    } else if (next.timestampMillis() <= before.sample().timestampMillis()) {
      // The sample is late, or another value for the same moment: no line goes backwards.
      add(next, next.value());
      return;
    } else {
      release(before, endValue(before.sample(), next));
    }
    held.update(new HeldSample(next, 1, now));
  }

  private double endValue(Sample sample, Sample next) {
    long gapMillis = next.timestampMillis() - sample.timestampMillis();
    return gapMillis > maxGapMillis
        ? sample.value()
        : Interpolation.endValue(sample.value(), next.value(), gapMillis, intervalMillis);
  }

  private void repeat(HeldSample last) {
    release(last, last.sample().value());
  }

  private void release(HeldSample held, double endValue) {
    for (int i = 0; i < held.times(); i++) {
      add(held.sample(), endValue);
    }
  }

  /**
   * Takes a series that has not come for so long as ended. The time that the job was down does not
   * count, because what it missed comes now.
   */
  @Override
  public void onProcessingTime(InternalTimer<Long, VoidNamespace> timer) throws Exception {
    HeldSample last = held.value();
    if (last == null) {
      return;
    }
    long until = Math.max(last.sinceMillis(), openedMillis) + holdMillis;
    if (processingTimeService.getCurrentProcessingTime() < until) {
      timers.registerProcessingTimeTimer(VoidNamespace.INSTANCE, until);
      return;
    }
    held.clear();
    expired.inc(last.times());
    repeat(last);
  }

  @Override
  public void onEventTime(InternalTimer<Long, VoidNamespace> timer) {}

  /** Releases all samples at the end of the source, and when the job is drained. */
  @Override
  public void finish() throws Exception {
    HeldSamples.releaseAll(getKeyedStateBackend(), this::repeat);
    super.finish();
  }
}
