package io.tidemark.job.amplify;

import io.tidemark.job.config.JobConfig.LastReceived;
import io.tidemark.job.config.JobConfig.Tracking;
import io.tidemark.job.track.RecordLabels;
import io.tidemark.job.track.Recorded;
import io.tidemark.series.Amplification;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.series.Slice;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.Payload;
import io.tidemark.sink.PayloadBuilder;
import io.tidemark.sink.SeriesTemplate;
import io.tidemark.sink.WireFormat;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.apache.flink.metrics.MetricGroup;

/**
 * Writes the records that go beside a batch: of all its samples or, if {@code cached}, of those
 * series whose record is no longer current. {@link TemplateCache}, which reports a series once a
 * minute, also keeps until when its record is current.
 */
final class Recorder {
  private static final long[] NOBODY = {};

  private final LastReceived settings;
  private final boolean cached;
  private final boolean counts;
  private final int ticks;
  private final PayloadBuilder builder;
  private final Function<Labels, SeriesTemplate> create;
  private final TemplateCache templates;

  private Recorded recorded;
  private int second;
  private boolean due;
  private long[] hashes = new long[64];
  private long refused;

  /** The template of a series' record, and the number of its samples so far. */
  private static final class Counted implements SeriesTemplate {
    private final SeriesTemplate template;
    private long samples;

    private Counted(SeriesTemplate template) {
      this.template = template;
    }

    @Override
    public int maxSampleBytes() {
      return template.maxSampleBytes();
    }
  }

  /**
   * @param samples how the samples are amplified
   * @param formats the database's formats
   * @param rules the rules that records must keep, too
   * @param maxCachedSeries the series whose records' templates are kept if each sample has one
   */
  Recorder(
      LastReceived settings,
      Amplification samples,
      Function<Amplification, WireFormat> formats,
      SampleRules rules,
      int maxCachedSeries) {
    this.settings = settings;
    cached = settings.mode() == Tracking.CACHED;
    counts = settings.mode() == Tracking.INCREMENTING;
    ticks = samples.m();
    WireFormat format =
        formats.apply(
            new Amplification(
                cached ? 1 : samples.m(),
                samples.n(),
                samples.intervalMillis(),
                samples.instanceLabels().except(Set.of(RecordLabels.OF)),
                ValueMode.REPEAT,
                samples.layout()));
    builder = format.newPayloadBuilder();
    String name = counts ? RecordLabels.RECEIVED : RecordLabels.LAST_RECEIVED;
    create = labels -> template(labels, name, format, rules);
    templates =
        new TemplateCache(
            cached ? 1 : maxCachedSeries,
            create,
            new SplittableRandom(),
            series -> series.recordedUntil);
  }

  private static SeriesTemplate template(
      Labels series, String name, WireFormat format, SampleRules rules) {
    Labels labels;
    try {
      labels = RecordLabels.of(series, name);
    } catch (IllegalArgumentException tooLarge) {
      return new RefusedSeries(SampleRules.TOO_MANY_LABELS);
    }
    String reason = rules.refuse(labels);
    reason = reason == null ? format.refuse(labels) : reason;
    return reason == null ? new Counted(format.template(labels)) : new RefusedSeries(reason);
  }

  /**
   * @param job the id of Flink's job
   */
  void open(String job, int subtask) {
    if (cached) {
      recorded = Recorded.join(job, subtask, settings);
    }
  }

  /**
   * @param all the recorders of a subtask, which remember together
   */
  static void register(List<Recorder> all, MetricGroup group) {
    group.gauge(
        "last_received_unwritable_total", () -> all.stream().mapToLong(one -> one.refused).sum());
    Recorded recorded = all.get(0).recorded;
    if (recorded != null) {
      group.gauge("last_received_hits_total", recorded::hits);
      group.gauge("last_received_misses_total", recorded::misses);
      group.gauge("last_received_evictions_total", recorded::evictions);
      group.gauge("last_received_series", recorded::size);
      group.gauge("last_received_bytes", recorded::bytes);
    }
  }

  void close() {
    if (recorded != null) {
      recorded.close();
      recorded = null;
    }
  }

  /** Reads the clock once for all series that are {@link #met} until the next time. */
  void now() {
    if (cached) {
      second = recorded.second();
    }
  }

  /**
   * Is told that the series of the next sample came for the first time in this minute.
   *
   * @param recordedUntil what this returned the last time, or 0
   * @return the second of {@link Recorded} up to which it stands recorded; 0 if it does not
   */
  int met(long hash, int recordedUntil) {
    if (!cached || second < recordedUntil) {
      return recordedUntil;
    }
    int until = recorded.until(hash, second);
    due = until == 0;
    return until;
  }

  void add(Sample sample) {
    if (cached) {
      if (!due) {
        return;
      }
      due = false;
    }
    Labels labels = sample.labels();
    SeriesTemplate template = cached ? create.apply(labels) : templates.get(labels);
    if (!(template instanceof Counted series)) {
      refused++;
      return;
    }
    if (cached) {
      int at = builder.sourceSamples();
      hashes = at < hashes.length ? hashes : Arrays.copyOf(hashes, 2 * at);
      hashes[at] = labels.hash();
    }
    series.samples += ticks;
    double value = counts ? series.samples : sample.timestampMillis() / 1e3;
    builder.append(series.template, sample.timestampMillis(), value);
  }

  long maxRawBytes() {
    return builder.sourceSamples() == 0 ? 0 : builder.maxRawBytes();
  }

  /** Returns the payload of a slice of the samples added since {@link #clear}, with records. */
  Payload beside(Payload payload, Slice slice, boolean all) {
    if (builder.sourceSamples() == 0 || cached && slice.tickFrom() > 0) {
      return payload;
    }
    Slice records = cached ? new Slice(slice.instanceFrom(), slice.instanceTo(), 0, 1) : slice;
    // If a sample's copies are cut, no payload knows whether the others are acknowledged, so its
    // series is recorded again in a minute.
    long[] series = cached && all ? Arrays.copyOf(hashes, builder.sourceSamples()) : NOBODY;
    return payload.followedBy(new Payload.Records(builder.encode(records), series));
  }

  void clear() {
    builder.clear();
  }
}
