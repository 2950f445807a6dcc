package io.tidemark.job.amplify;

import io.tidemark.job.amplify.TemplateCache.Entry;
import io.tidemark.job.config.JobConfig;
import io.tidemark.series.Amplification;
import io.tidemark.series.Labels;
import io.tidemark.series.Slice;
import io.tidemark.sink.Payload;
import io.tidemark.sink.PayloadBuilder;
import io.tidemark.sink.SeriesTemplate;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.WireFormat;

/**
 * Source samples of which each becomes as many copies, and what is beside them. Where instances
 * have different numbers of copies, an amplifier has one for each number: so encoders, slices and
 * bounds know of one number alone.
 */
final class Batch {
  final Amplification amplification;
  final long copies;

  /** Null unless there are records beside the samples. */
  final Recorder recorder;

  /** When its first sample was due, as far as known; see {@link WaitingSamples#dueMillis}. */
  long dueMillis;

  private final Slice all;
  private final BatchLimits limits;
  private final SampleRules rules;
  private final WireFormat format;
  private final PayloadBuilder builder;

  /**
   * @param target with all labels that its series get
   */
  Batch(AmplifierSettings settings, Tsdb tsdb, TargetConfig target, Amplification amplification) {
    this.amplification = amplification;
    copies = amplification.copies();
    all = amplification.all();
    limits = settings.limits();
    rules =
        new SampleRules(settings.sampleLimits(), target, amplification, tsdb.timestamps(target));
    format = tsdb.format(target, amplification);
    builder = format.newPayloadBuilder();
    recorder =
        settings.lastReceived().mode() == JobConfig.Tracking.OFF
            ? null
            : new Recorder(
                settings.lastReceived(),
                amplification,
                records -> tsdb.format(target, records),
                rules,
                settings.maxCachedSeries());
  }

  /** A series, ready for {@link #add}; a {@link RefusedSeries} if it must not be written. */
  SeriesTemplate template(Labels labels) {
    String reason = rules.refuse(labels);
    reason = reason == null ? format.refuse(labels) : reason;
    return reason == null ? format.template(labels) : new RefusedSeries(reason);
  }

  SampleRules rules() {
    return rules;
  }

  int sourceSamples() {
    return builder.sourceSamples();
  }

  /** Whether there is no place for another sample. */
  boolean isFull() {
    return isFullWith(1) || recorder != null && recorder.maxRawBytes() > limits.bytes();
  }

  /** Whether so many more have no place. */
  boolean isFullWith(int more) {
    return (builder.sourceSamples() + (long) more) * copies > limits.samples();
  }

  /** Whether this sample has a place beside those that are here. */
  boolean takes(SeriesTemplate template) {
    return builder.sourceSamples() == 0
        || builder.maxRawBytes() + copies * template.maxSampleBytes() <= limits.bytes();
  }

  /**
   * @param series that it is written to
   */
  void add(WaitingSamples waiting, int i, Entry series) {
    if (builder.sourceSamples() == 0) {
      dueMillis = waiting.dueMillis;
    }
    builder.append(
        series.template, waiting.timestampMillis(i), waiting.value(i), waiting.endValue(i));
    if (recorder != null) {
      recorder.add(waiting.sample(i, series));
    }
  }

  Payload payload() {
    return payload(all);
  }

  @SuppressWarnings("ReferenceEquality") // the whole batch is that very slice
  Payload payload(Slice slice) {
    Payload payload = builder.encode(slice);
    return recorder == null ? payload : recorder.beside(payload, slice, slice == all);
  }

  void clear() {
    builder.clear();
    if (recorder != null) {
      recorder.clear();
    }
  }
}
