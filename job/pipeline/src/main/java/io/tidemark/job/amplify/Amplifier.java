package io.tidemark.job.amplify;

import io.tidemark.job.amplify.TemplateCache.Entry;
import io.tidemark.job.cardinality.SeriesCounts;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.RunLabel;
import io.tidemark.job.deadletter.DeadLetter;
import io.tidemark.job.deadletter.FirstRefused;
import io.tidemark.job.observe.ObservationFeed;
import io.tidemark.job.observe.ThreadCpu;
import io.tidemark.job.split.SampleBlock;
import io.tidemark.job.state.ExactTotals;
import io.tidemark.job.state.RunName;
import io.tidemark.job.state.TextAccumulator;
import io.tidemark.series.Amplification;
import io.tidemark.series.Sample;
import io.tidemark.series.Slice;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.Payload;
import io.tidemark.sink.PayloadBuilder;
import io.tidemark.sink.SeriesTemplate;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.WireFormat;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;

/**
 * One source sample in, its M×N copies straight into encoded batches. An operator and not a
 * function, because it must flush the partial batch before the barrier, after {@code linger}, and
 * at the end; so no partial batch is ever in state.
 *
 * <p>Cost per source sample: one look-up by number or hash, some dozens of them at a time, and ten
 * array stores. Cost per amplified sample: the encoder's.
 */
class Amplifier extends AbstractStreamOperator<Payload>
    implements OneInputStreamOperator<SampleBlock, Payload> {
  /** What an amplifier needs of the configuration. */
  record Settings(
      Amplification amplification,
      TargetConfig target,
      RunName run,
      JobConfig.Limits sampleLimits,
      BatchLimits limits,
      long lingerMillis,
      int maxCachedSeries,
      JobConfig.LastReceived lastReceived,
      OutputTag<DeadLetter> deadLetters)
      implements Serializable {}

  private static final int AMPLIFIED = 0;
  private static final int REFUSED = 1;

  private static final long MINUTE_MILLIS = 60_000;

  private final Settings settings;
  private final transient Tsdb tsdb;
  private final Amplification amplification;
  private final Slice all;
  private final BatchLimits limits;
  private final long lingerMillis;
  private final OutputTag<DeadLetter> deadLetters;
  private final transient SeriesCounts series = new SeriesCounts();
  private final transient ExactTotals totals = new ExactTotals(ExactTotals.OF_AMPLIFIER);
  private final transient FirstRefused firstRefused = new FirstRefused();
  private final transient Map<String, Counter> refused = new HashMap<>();
  private final transient StreamRecord<Payload> out = new StreamRecord<>(null);

  /** These know the run's label, which is in state. */
  private transient RunName.Kept run;

  private transient SampleRules rules;
  private transient TemplateCache templates;
  private transient WaitingSamples waiting;
  private transient PayloadBuilder builder;

  /** Null unless there are records beside the samples. */
  private transient Recorder recorder;

  private transient boolean restored;
  private transient MetricGroup group;
  private transient Counter samplesAmplified;
  private transient Counter batches;
  private transient ObservationFeed feed;

  /** Source samples that were amplified when the last dead letter was made. */
  private transient long passedAtLetter;

  private transient long nowMillis;
  private transient long firstAppendedMillis;
  private transient boolean lingerTimerSet;

  Amplifier(StreamOperatorParameters<Payload> parameters, Settings settings, Tsdb tsdb) {
    super(parameters);
    this.settings = settings;
    this.tsdb = tsdb;
    this.amplification = settings.amplification();
    this.all = amplification.all();
    this.limits = settings.limits();
    this.lingerMillis = settings.lingerMillis();
    this.deadLetters = settings.deadLetters();
  }

  /**
   * @param target with all labels that its series get
   */
  private void encodeFor(TargetConfig target) {
    WireFormat format = tsdb.format(target, amplification);
    rules =
        new SampleRules(settings.sampleLimits(), target, amplification, tsdb.timestamps(target));
    builder = format.newPayloadBuilder();
    if (settings.lastReceived().mode() != JobConfig.Tracking.OFF) {
      recorder =
          new Recorder(
              settings.lastReceived(),
              amplification,
              records -> tsdb.format(target, records),
              rules,
              settings.maxCachedSeries());
    }
    templates =
        new TemplateCache(
            settings.maxCachedSeries(),
            labels -> {
              String reason = rules.refuse(labels);
              reason = reason == null ? format.refuse(labels) : reason;
              return reason == null ? format.template(labels) : new RefusedSeries(reason);
            },
            new SplittableRandom(),
            this::met);
    waiting = new WaitingSamples(templates, amplification.value() == ValueMode.INTERPOLATE);
  }

  /** What is refused is no series of the database. */
  private int met(long hash, SeriesTemplate template, int recordedUntil) {
    if (template instanceof RefusedSeries) {
      return recordedUntil;
    }
    series.met(hash, nowMillis / MINUTE_MILLIS);
    return recorder == null ? recordedUntil : recorder.met(hash, recordedUntil);
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    restored = context.isRestored();
    run = settings.run().restore(context, getRuntimeContext().getTaskInfo());
    encodeFor(run.on(settings.target()));
    say(run.label());
    totals.restore(context.getOperatorStateStore());
    passedAtLetter = totals.get(AMPLIFIED) / amplification.copies();
    totals.publish(getRuntimeContext());
    series.restore(context.getOperatorStateStore());
    series.publish(getRuntimeContext());
    getRuntimeContext().addAccumulator(FirstRefused.NAME, firstRefused);
  }

  private void say(String label) {
    var said = new TextAccumulator();
    said.add(label);
    getRuntimeContext().addAccumulator(RunName.ACCUMULATOR, said);
    if (!label.isEmpty() && getRuntimeContext().getTaskInfo().getIndexOfThisSubtask() == 0) {
      LOG.info("All series have {}={}; {}", RunLabel.KEY, label, RunLabel.deletion(label));
    }
  }

  @Override
  public void open() throws Exception {
    super.open();
    group = getMetricGroup().addGroup("tidemark");
    samplesAmplified = group.counter("samples_amplified_total");
    batches = group.counter("batches_total");
    group.gauge("copies_per_source_sample", amplification::copies);
    group.gauge("template_cache_hits_total", templates::hits);
    group.gauge("template_cache_misses_total", templates::misses);
    group.gauge("template_cache_evictions_total", templates::evictions);
    group.gauge("template_cache_series", templates::size);
    if (recorder != null) {
      recorder.open(
          getContainingTask().getEnvironment().getJobID().toString(),
          getRuntimeContext().getTaskInfo().getIndexOfThisSubtask(),
          group);
    }
    ThreadCpu cpu = ThreadCpu.ofCurrentThread();
    cpu.register(group);
    feed =
        new ObservationFeed(
            getContainingTask().getEnvironment(),
            "amplify",
            samplesAmplified::getCount,
            cpu,
            () -> null,
            null,
            bound -> {});
    restoreHeld();
  }

  /** A savepoint of a job that interpolated holds samples that nobody would wait for here. */
  void restoreHeld() throws Exception {
    if (restored && getKeyedStateBackend() != null) {
      HeldSamples.releaseAll(
          getKeyedStateBackend(),
          held -> {
            for (int i = 0; i < held.times(); i++) {
              add(held.sample(), held.sample().value());
            }
          });
    }
  }

  @Override
  public void close() throws Exception {
    if (feed != null) {
      feed.close();
    }
    if (recorder != null) {
      recorder.close();
    }
    super.close();
  }

  /**
   * Has Flink not set each sample's key before it comes: to box, hash and store it is for nothing
   * where no sample's state is asked for.
   */
  @Override
  public boolean hasKeyContext1() {
    return false;
  }

  @Override
  public void processElement(StreamRecord<SampleBlock> element) throws Exception {
    begin();
    waiting.add(element.getValue());
    amplifyIfEnough();
  }

  /**
   * Takes one source sample.
   *
   * @param endValue see {@link PayloadBuilder#append(SeriesTemplate, long, double, double)}
   */
  final void add(Sample sample, double endValue) {
    begin();
    waiting.add(sample, endValue);
    amplifyIfEnough();
  }

  /** Whether the rules refuse it; {@link #add} asks them, too, and makes it a dead letter. */
  final boolean isRefused(Sample sample, long nowMillis) {
    return rules.refuse(sample, nowMillis) != null;
  }

  /** The only sample of a block, with its labels. */
  final Sample only(SampleBlock block) {
    return waiting.only(block);
  }

  private void begin() {
    if (waiting.count() == 0) {
      // The rules speak of days, and nothing waits for longer than linger.
      nowMillis = processingTimeService.getCurrentProcessingTime();
      if (builder.sourceSamples() == 0) {
        firstAppendedMillis = nowMillis;
        flushAfterLinger();
      }
    }
  }

  private void amplifyIfEnough() {
    long next = 1L + builder.sourceSamples() + waiting.count();
    if (waiting.isEnough() || next * amplification.copies() > limits.samples()) {
      amplifyWaiting();
    }
  }

  private void amplifyWaiting() {
    templates.minute(nowMillis / MINUTE_MILLIS);
    if (recorder != null) {
      recorder.now();
    }
    for (int i = 0; i < waiting.count(); i++) {
      amplify(i);
    }
    waiting.clear();
  }

  /**
   * @param i among those that wait
   */
  private void amplify(int i) {
    long timestampMillis = waiting.timestampMillis(i);
    double value = waiting.value(i);
    String reason = rules.refuse(timestampMillis, value, nowMillis);
    if (reason != null) {
      refuse(waiting.sample(i), reason);
      return;
    }
    Entry series = waiting.series(i);
    SeriesTemplate template = series.template;
    if (template instanceof RefusedSeries refused) {
      refuse(waiting.sample(i), refused.reason());
      return;
    }
    long copies = amplification.copies();
    if (!limits.fit(copies, template.maxSampleBytes())) {
      emitInSlices(i, series, limits.fitting(template.maxSampleBytes()));
      return;
    }
    if (builder.sourceSamples() > 0
        && builder.maxRawBytes() + copies * template.maxSampleBytes() > limits.bytes()) {
      emitBatch();
    }
    append(i, series);
    if ((builder.sourceSamples() + 1) * copies > limits.samples() || recordsAreFull()) {
      emitBatch();
    } else if (builder.sourceSamples() == 1) {
      firstAppendedMillis = nowMillis;
      flushAfterLinger();
    }
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpointId) {
    flush();
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    run.snapshot();
    totals.snapshot();
    series.snapshot();
  }

  @Override
  public void finish() throws Exception {
    flush();
    super.finish();
  }

  private void flush() {
    amplifyWaiting();
    emitBatch();
  }

  private void emitBatch() {
    if (builder.sourceSamples() > 0) {
      emit(all);
      clear();
    }
  }

  private void append(int i, Entry series) {
    builder.append(
        series.template, waiting.timestampMillis(i), waiting.value(i), waiting.endValue(i));
    if (recorder != null) {
      recorder.add(waiting.sample(i));
    }
  }

  private boolean recordsAreFull() {
    return recorder != null && recorder.maxRawBytes() > limits.bytes();
  }

  private void clear() {
    builder.clear();
    if (recorder != null) {
      recorder.clear();
    }
  }

  /**
   * One timer at a time; it finds a younger batch than the one it was set for where that one was
   * full before.
   */
  private void flushAfterLinger() {
    if (lingerTimerSet) {
      return;
    }
    lingerTimerSet = true;
    processingTimeService.registerTimer(
        firstAppendedMillis + lingerMillis,
        now -> {
          lingerTimerSet = false;
          if (builder.sourceSamples() + waiting.count() == 0) {
            return;
          }
          long nowMillis = processingTimeService.getCurrentProcessingTime();
          if (hasLingered(firstAppendedMillis, lingerMillis, nowMillis)) {
            flush();
          } else {
            flushAfterLinger();
          }
        });
  }

  /**
   * Timers wait by a clock that nobody sets. Found back behind its beginning, a batch would wait
   * for as long as the other one was set back, so it goes at once.
   */
  static boolean hasLingered(long firstAppendedMillis, long lingerMillis, long nowMillis) {
    return nowMillis < firstAppendedMillis || nowMillis >= firstAppendedMillis + lingerMillis;
  }

  private void emitInSlices(int i, Entry series, long most) {
    emitBatch();
    append(i, series);
    for (Slice slice : BatchLimits.cut(amplification, most)) {
      emit(slice);
    }
    clear();
  }

  @SuppressWarnings("ReferenceEquality") // the whole batch is that very slice
  private void emit(Slice slice) {
    Payload payload = builder.encode(slice);
    if (recorder != null) {
      payload = recorder.beside(payload, slice, slice == all);
    }
    totals.add(AMPLIFIED, payload.samples());
    samplesAmplified.inc(payload.samples());
    batches.inc();
    output.collect(out.replace(payload));
  }

  private void refuse(Sample sample, String reason) {
    totals.add(REFUSED, 1);
    refused
        .computeIfAbsent(reason, r -> group.addGroup("reason", r).counter("records_rejected_total"))
        .inc();
    String value = Double.toString(sample.value());
    var letter =
        new DeadLetter(
            sample.labels().toString(),
            -1,
            sample.timestampMillis(),
            reason,
            rules
                .bound(reason)
                .map(bound -> "value=%s; %s".formatted(value, bound))
                .orElse("value=" + value),
            value.getBytes(StandardCharsets.UTF_8),
            processingTimeService.getCurrentProcessingTime(),
            totals.get(AMPLIFIED) / amplification.copies() - passedAtLetter,
            run.label());
    passedAtLetter += letter.passed();
    firstRefused.add(letter);
    output.collect(deadLetters, new StreamRecord<>(letter));
  }
}
