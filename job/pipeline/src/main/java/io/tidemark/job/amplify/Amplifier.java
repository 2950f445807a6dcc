package io.tidemark.job.amplify;

import io.tidemark.job.amplify.TemplateCache.Entry;
import io.tidemark.job.cardinality.SeriesCounts;
import io.tidemark.job.config.RunLabel;
import io.tidemark.job.deadletter.DeadLetter;
import io.tidemark.job.deadletter.FirstRefused;
import io.tidemark.job.observe.ObservationFeed;
import io.tidemark.job.shared.ThreadCpu;
import io.tidemark.job.split.SampleBlock;
import io.tidemark.job.state.ExactTotals;
import io.tidemark.job.state.RunName;
import io.tidemark.job.state.TextAccumulator;
import io.tidemark.series.Fleet;
import io.tidemark.series.Sample;
import io.tidemark.series.Slice;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.Payload;
import io.tidemark.sink.SeriesTemplate;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
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
 * Encodes the M×N copies of each source sample straight into batches. It is an operator and not a
 * function, because it must emit the partial batch before a checkpoint's barrier, after {@code
 * linger} and at the end; so no partial batch is ever in state.
 *
 * <p>A source sample costs one look-up by number or hash, done for some dozens of samples at a
 * time, and ten array stores. An amplified sample costs what the encoder takes.
 */
class Amplifier extends AbstractStreamOperator<Payload>
    implements OneInputStreamOperator<SampleBlock, Payload> {
  private static final int AMPLIFIED = 0;
  private static final int REFUSED = 1;

  private static final long MINUTE_MILLIS = 60_000;

  private final AmplifierSettings settings;
  private final transient Tsdb tsdb;
  private final Fleet fleet;
  private final BatchLimits limits;
  private final long lingerMillis;
  private final OutputTag<DeadLetter> deadLetters;
  private final transient SeriesCounts series = new SeriesCounts();
  private final transient SeriesCounts seriesWithMore = SeriesCounts.withMore();
  private final transient ExactTotals totals = new ExactTotals(ExactTotals.OF_AMPLIFIER);
  private final transient FirstRefused firstRefused = new FirstRefused();
  private final transient Map<String, Counter> refused = new HashMap<>();
  private final transient StreamRecord<Payload> out = new StreamRecord<>(null);

  /** State holds the run's label, so these fields exist only once it is restored. */
  private transient RunName.Kept run;

  private transient TemplateCache templates;
  private transient WaitingSamples waiting;

  /** The batch for instances with fewer copies; {@link #most} is for those with one more. */
  private transient Batch least;

  private transient Batch most;
  private transient List<Batch> batchesInMaking;

  /** The list is empty unless the job writes records beside the samples. */
  private transient List<Recorder> recorders;

  private transient boolean restored;
  private transient MetricGroup group;
  private transient Counter samplesAmplified;
  private transient Counter batches;
  private transient ObservationFeed feed;

  /** This counts the source samples that were amplified since the last dead letter. */
  private transient long passedSinceLetter;

  private transient long nowMillis;
  private transient long firstAppendedMillis;
  private transient boolean lingerTimerSet;

  Amplifier(StreamOperatorParameters<Payload> parameters, AmplifierSettings settings, Tsdb tsdb) {
    super(parameters);
    this.settings = settings;
    this.tsdb = tsdb;
    this.fleet = settings.fleet();
    this.limits = settings.limits();
    this.lingerMillis = settings.lingerMillis();
    this.deadLetters = settings.deadLetters();
  }

  /**
   * @param target the target with all labels that its series get
   */
  private void encodeFor(TargetConfig target) {
    least = new Batch(settings, tsdb, target, fleet.least());
    most = fleet.isUniform() ? least : new Batch(settings, tsdb, target, fleet.most());
    batchesInMaking = Stream.of(least, most).distinct().toList();
    recorders =
        batchesInMaking.stream().map(batch -> batch.recorder).filter(Objects::nonNull).toList();
    templates =
        new TemplateCache(
            settings.maxCachedSeries(),
            labels -> (fleet.hasOneMore(labels) ? most : least).template(labels),
            new SplittableRandom(),
            this::met);
    boolean interpolated = fleet.least().value() == ValueMode.INTERPOLATE;
    waiting = new WaitingSamples(templates, interpolated, settings.churn());
  }

  private Batch batch(Entry series) {
    if (most == least) {
      return least;
    }
    if (series.more == null) {
      series.more = fleet.hasOneMore(series.labels());
    }
    return series.more ? most : least;
  }

  /** Counts the series unless it is refused, because the database never sees a refused one. */
  private int met(Entry came) {
    if (came.template instanceof RefusedSeries) {
      return came.recordedUntil;
    }
    Batch batch = batch(came);
    series.met(came.hash, nowMillis / MINUTE_MILLIS);
    if (most != least && batch == most) {
      seriesWithMore.met(came.hash, nowMillis / MINUTE_MILLIS);
    }
    return batch.recorder == null
        ? came.recordedUntil
        : batch.recorder.met(came.hash, came.recordedUntil);
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    restored = context.isRestored();
    run = settings.run().restore(context, getRuntimeContext().getTaskInfo());
    encodeFor(run.on(settings.target()));
    say(run.label());
    totals.restore(context.getOperatorStateStore());
    totals.publish(getRuntimeContext());
    for (SeriesCounts counts : seriesCounts()) {
      counts.restore(context.getOperatorStateStore());
      counts.publish(getRuntimeContext());
    }
    getRuntimeContext().addAccumulator(FirstRefused.NAME, firstRefused);
  }

  private List<SeriesCounts> seriesCounts() {
    return fleet.isUniform() ? List.of(series) : List.of(series, seriesWithMore);
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
    group.gauge("copies_per_source_sample", fleet::copies);
    group.gauge("template_cache_hits_total", templates::hits);
    group.gauge("template_cache_misses_total", templates::misses);
    group.gauge("template_cache_evictions_total", templates::evictions);
    group.gauge("template_cache_series", templates::size);
    if (!recorders.isEmpty()) {
      String job = getContainingTask().getEnvironment().getJobID().toString();
      int subtask = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
      recorders.forEach(recorder -> recorder.open(job, subtask));
      Recorder.register(recorders, group);
    }
    ThreadCpu.ofCurrentThread().register(group);
    feed = new ObservationFeed(getContainingTask().getEnvironment(), () -> null, null, bound -> {});
    restoreHeld();
  }

  /** Amplifies samples held in a savepoint of an interpolating job; nothing else would do so. */
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
    if (recorders != null) {
      recorders.forEach(Recorder::close);
    }
    super.close();
  }

  /** Returns false, so that Flink sets no key (box, hash, store): no keyed state is read here. */
  @Override
  public boolean hasKeyContext1() {
    return false;
  }

  @Override
  public void processElement(StreamRecord<SampleBlock> element) throws Exception {
    begin(element.getTimestamp());
    waiting.add(element.getValue());
    amplifyIfEnough();
  }

  /**
   * Takes one source sample.
   *
   * @param endValue the value one interval later; see {@link
   *     io.tidemark.sink.PayloadBuilder#append(SeriesTemplate, long, double, double)}
   */
  final void add(Sample sample, double endValue) {
    begin(Long.MIN_VALUE);
    waiting.add(sample, endValue);
    amplifyIfEnough();
  }

  /** Tells whether the rules refuse the sample, which {@link #add} would make a dead letter. */
  final boolean isRefused(Sample sample, long nowMillis) {
    return least.rules().refuse(sample, nowMillis) != null;
  }

  /** Returns the only sample of a block, with its labels. */
  final Sample only(SampleBlock block) {
    return waiting.only(block);
  }

  private void begin(long dueMillis) {
    if (waiting.count() == 0) {
      waiting.dueMillis = dueMillis;
      // One reading of the clock serves all samples that wait: the rules speak of days, and no
      // sample waits longer than linger.
      nowMillis = processingTimeService.getCurrentProcessingTime();
      if (sourceSamples() == 0) {
        firstAppendedMillis = nowMillis;
        flushAfterLinger();
      }
    }
  }

  /** Returns the number of source samples in the batches that are not full. */
  private int sourceSamples() {
    return most == least ? least.sourceSamples() : least.sourceSamples() + most.sourceSamples();
  }

  private void amplifyIfEnough() {
    int next = 1 + waiting.count();
    if (waiting.isEnough() || least.isFullWith(next) || most != least && most.isFullWith(next)) {
      amplifyWaiting();
    }
  }

  private void amplifyWaiting() {
    templates.minute(nowMillis / MINUTE_MILLIS);
    for (Recorder recorder : recorders) {
      recorder.now();
    }
    for (int i = 0; i < waiting.count(); i++) {
      amplify(i);
    }
    waiting.clear();
  }

  /**
   * @param i index among the samples that wait
   */
  private void amplify(int i) {
    String reason = least.rules().refuse(waiting.timestampMillis(i), waiting.value(i), nowMillis);
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
    Batch batch = batch(series);
    if (!limits.fit(batch.copies, template.maxSampleBytes())) {
      emitInSlices(batch, i, series);
      return;
    }
    if (!batch.takes(template)) {
      emit(batch);
    }
    batch.add(waiting, i, series);
    if (batch.isFull()) {
      emit(batch);
    } else if (sourceSamples() == 1) {
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
    for (SeriesCounts counts : seriesCounts()) {
      counts.snapshot();
    }
  }

  @Override
  public void finish() throws Exception {
    flush();
    super.finish();
  }

  private void flush() {
    amplifyWaiting();
    for (Batch batch : batchesInMaking) {
      emit(batch);
    }
  }

  /** Sets one timer at a time; if it fires for a younger batch than it was set for, it is reset. */
  private void flushAfterLinger() {
    if (lingerTimerSet) {
      return;
    }
    lingerTimerSet = true;
    processingTimeService.registerTimer(
        firstAppendedMillis + lingerMillis,
        now -> {
          lingerTimerSet = false;
          if (sourceSamples() + waiting.count() == 0) {
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
   * Tells whether a batch has waited long enough. Nobody sets the clock of timers, but this one:
   * set back to before the batch began, it would make the batch wait again, so the batch goes at
   * once.
   */
  static boolean hasLingered(long firstAppendedMillis, long lingerMillis, long nowMillis) {
    return nowMillis < firstAppendedMillis || nowMillis >= firstAppendedMillis + lingerMillis;
  }

  private void emit(Batch batch) {
    if (batch.sourceSamples() > 0) {
      emit(batch.payload(), batch.dueMillis);
      clear(batch);
    }
  }

  private void emitInSlices(Batch batch, int i, Entry series) {
    emit(batch);
    batch.add(waiting, i, series);
    long most = limits.fitting(series.template.maxSampleBytes());
    for (Slice slice : BatchLimits.cut(batch.amplification, most)) {
      emit(batch.payload(slice), batch.dueMillis);
    }
    clear(batch);
  }

  private void clear(Batch batch) {
    passedSinceLetter += batch.sourceSamples();
    batch.clear();
  }

  private void emit(Payload payload, long dueMillis) {
    totals.add(AMPLIFIED, payload.samples());
    samplesAmplified.inc(payload.samples());
    batches.inc();
    output.collect(out.replace(payload, dueMillis));
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
            least
                .rules()
                .bound(reason)
                .map(bound -> "value=%s; %s".formatted(value, bound))
                .orElse("value=" + value),
            value.getBytes(StandardCharsets.UTF_8),
            processingTimeService.getCurrentProcessingTime(),
            passedSinceLetter,
            run.label());
    passedSinceLetter = 0;
    firstRefused.add(letter);
    output.collect(deadLetters, new StreamRecord<>(letter));
  }
}
