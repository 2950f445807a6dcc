package io.tidemark.job.source;

import io.tidemark.job.deadletter.DeadLetter;
import io.tidemark.job.deadletter.DeadLetters;
import io.tidemark.job.deadletter.FirstRefused;
import io.tidemark.job.file.RepeatedTimes;
import io.tidemark.job.split.SampleBlock;
import io.tidemark.job.split.SourceRecord;
import io.tidemark.job.split.SourceSample;
import io.tidemark.job.state.RunName;
import io.tidemark.parse.Rejection;
import io.tidemark.parse.SampleParser;
import io.tidemark.parse.SeriesMemory;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Parses records into samples, chained to the source. A record that can't be read goes to {@link
 * DeadLetters#TAG} with where it came from, and the job runs on.
 */
public final class ParseFunction extends ProcessFunction<SourceRecord, SampleBlock>
    implements CheckpointedFunction, BlockOperator.Sender, SampleParser.Output {
  /** A dead letter keeps this many bytes of a record; more would not fit where they go. */
  public static final int MAX_ORIGINAL_BYTES = 1 << 19;

  /** A subtask keeps labels of this many series, 0.3 KB each, to compare the next sample's with. */
  private static final int MAX_REMEMBERED = 1 << 18;

  private static final int MAX_DETAIL_CHARS = 256;
  private static final byte[] NO_BYTES = {};

  private static final ListStateDescriptor<String> TOLD =
      new ListStateDescriptor<>("told-formats", StringSerializer.INSTANCE);

  private final RecordFormats formats;
  private final int maxRecordBytes;
  private final RepeatedTimes.Repetition repeated;
  private final boolean numbered;
  private final RunName runName;

  /** This is null if series get no numbers. */
  private transient SeriesMemory memory;

  /** This is null if no file repeats. */
  private transient RepeatedTimes times;

  private transient RecordFormats.Parsers parsers;
  private transient List<String> told;
  private transient ListState<String> toldState;
  private transient SourceMetrics metrics;
  private transient RunName.Kept run;
  private transient FirstRefused firstRefused;
  private transient SourceRecord record;
  private transient Context context;
  private transient OutgoingBlocks blocks;

  /**
   * @param maxRecordBytes the longest record; a longer one is rejected unread
   * @param repeated the times of a repeating file's samples; null for anything else
   * @param numbered whether series get numbers, see {@link SourceSample}
   * @param runName the run's name, which dead letters carry
   */
  ParseFunction(
      RecordFormats formats,
      int maxRecordBytes,
      RepeatedTimes.Repetition repeated,
      boolean numbered,
      RunName runName) {
    this.repeated = repeated;
    this.runName = runName;
    this.numbered = numbered;
    this.formats = formats;
    this.maxRecordBytes = maxRecordBytes;
  }

  @Override
  public void initializeState(FunctionInitializationContext state) throws Exception {
    toldState = state.getOperatorStateStore().getUnionListState(TOLD);
    RecordFormats inForce = state.isRestored() ? formats.restored(toldState.get()) : formats;
    told = inForce.toldTexts();
    parsers = inForce.parsers();
    if (repeated != null) {
      times = new RepeatedTimes(repeated, System::currentTimeMillis);
      times.restore(state.getOperatorStateStore());
    }
    int subtasks = getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks();
    memory = numbered ? new SeriesMemory(SourceSample.numbers(subtasks, MAX_REMEMBERED)) : null;
    metrics = new SourceMetrics(state.getOperatorStateStore(), getRuntimeContext());
    run = runName.restore(state, getRuntimeContext().getTaskInfo());
    firstRefused = new FirstRefused();
    getRuntimeContext().addAccumulator(FirstRefused.NAME, firstRefused);
  }

  @Override
  public void snapshotState(FunctionSnapshotContext snapshot) throws Exception {
    metrics.snapshot();
    run.snapshot();
    if (times != null) {
      times.snapshot();
    }
    boolean writes = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask() == 0;
    toldState.update(writes ? told : List.of());
  }

  @Override
  public void processElement(SourceRecord record, Context context, Collector<SampleBlock> out)
      throws IOException {
    this.record = record;
    this.context = context;
    if (record.broken() != null) {
      metrics.fileBroken();
      rejected(Rejection.BROKEN_FILE, record.broken(), NO_BYTES, 0, 0);
      return;
    }
    metrics.recordRead();
    metrics.fileBytesRead(record.fileBytes());
    byte[] value = record.value();
    if (value == null) {
      rejected(Rejection.TOMBSTONE, "a record without a value", NO_BYTES, 0, 0);
    } else if (value.length > maxRecordBytes) {
      rejected(
          Rejection.TOO_LARGE,
          "record over the bound [maxBytes=%d]".formatted(maxRecordBytes),
          value,
          0,
          value.length);
    } else {
      if (memory != null) {
        memory.begin();
      }
      if (times != null) {
        times.begin(record.pass());
      }
      parsers.parse(record.origin(), value, record.timestampMillis(), this);
    }
  }

  @Override
  public void sendTo(OutgoingBlocks blocks) {
    this.blocks = blocks;
  }

  @Override
  public SeriesMemory memory() {
    return memory;
  }

  @Override
  public void sample(Sample sample) {
    int number = memory == null ? SeriesMemory.NONE : memory.came(sample.labels());
    if (number == SeriesMemory.NONE) {
      metrics.sampleRead();
      long time = time(sample.timestampMillis());
      blocks.add(times == null ? sample : new Sample(sample.labels(), time, sample.value()));
    } else {
      sample(number, sample.timestampMillis(), sample.value());
    }
  }

  @Override
  public void sample(int number, long timestampMillis, double value) {
    metrics.sampleRead();
    Labels labels = memory.isToBeTold(number) ? memory.labels(number) : null;
    blocks.add(number, memory.hash(number), labels, time(timestampMillis), value);
  }

  private long time(long timestampMillis) {
    return times == null ? timestampMillis : times.of(timestampMillis);
  }

  @Override
  public void rejected(Rejection why, String detail, byte[] bytes, int offset, int length) {
    metrics.recordRejected(why);
    int kept = Math.min(length, MAX_ORIGINAL_BYTES);
    String bounded = detail.substring(0, Math.min(detail.length(), MAX_DETAIL_CHARS));
    var letter =
        new DeadLetter(
            record.origin(),
            record.partition(),
            record.offset(),
            why.reason(),
            kept == length ? bounded : "%s; first %d bytes kept".formatted(bounded, kept),
            Arrays.copyOfRange(bytes, offset, offset + kept),
            context.timerService().currentProcessingTime(),
            metrics.passed(),
            run.label());
    firstRefused.add(letter);
    context.output(DeadLetters.TAG, letter);
  }
}
