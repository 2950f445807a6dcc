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
 * The batch that is being filled with source samples which all get the same number of copies, and
 * the records beside it. If instances have different numbers of copies, an amplifier has one batch
 * for each number, so encoders, slices and bounds know of one number only.
 */
final class Batch {
  final Amplification amplification;
  final long copies;

  /** This is null unless the job writes records beside the samples. */
  final Recorder recorder;

  /** When the batch's first sample was due, if known; see {@link WaitingSamples#dueMillis}. */
  long dueMillis;

  private final Slice all;
  private final BatchLimits limits;
  private final SampleRules rules;
  private final WireFormat format;
  private final PayloadBuilder builder;

  /**
   * @param target the target with all labels that its series get
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

  /** Returns a series for {@link #add}, or a {@link RefusedSeries} if it must not be written. */
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

  /** Tells whether there is no room for another sample. */
  boolean isFull() {
    return isFullWith(1) || recorder != null && recorder.maxRawBytes() > limits.bytes();
  }

  /** Tells whether there is no room for this many more samples. */
  boolean isFullWith(int more) {
    return (builder.sourceSamples() + (long) more) * copies > limits.samples();
  }

  /** Tells whether this sample has room beside those that are here. */
  boolean takes(SeriesTemplate template) {
    return builder.sourceSamples() == 0
        || builder.maxRawBytes() + copies * template.maxSampleBytes() <= limits.bytes();
  }

  /**
   * @param series the series that the sample is written to
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

  @SuppressWarnings("ReferenceEquality") // The whole batch is this slice.
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
