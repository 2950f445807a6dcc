package io.tidemark.job.write;

import io.tidemark.job.observe.ObservationFeed;
import io.tidemark.sink.Payload;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.base.array.LongPrimitiveArraySerializer;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.datastream.AsyncDataStream.OutputMode;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.async.AsyncWaitOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.apache.flink.streaming.util.retryable.AsyncRetryStrategies;

/**
 * This is Flink's unordered async operator, except that a batch waits for a permit of the whole
 * process and not for a place in the operator's queue.
 *
 * <p>Where the database needs each series in order, a subtask has one batch in flight, and none
 * when a checkpoint is taken. Otherwise a restore with another parallelism could give the batch to
 * one subtask and the next samples of its series to another. So the checkpoint's barrier waits for
 * that batch, as the next batch would.
 */
final class WriterOperator extends AsyncWaitOperator<Payload, WriteOutcome> {
  /** The state of refusals holds the hash of its database at this index. */
  private static final int DATABASE = 2;

  /** Flink allocates this many places each time that its queue runs empty. */
  private static final int MIN_QUEUE_CAPACITY = 1024;

  private final transient AsyncWriter writer;
  private final transient MailboxExecutor mailbox;
  private final int share;
  private final boolean ordered;
  private final transient Refusals refusals = new Refusals();
  private transient Permits.Member permits;
  private transient ObservationFeed feed;
  private transient ListState<long[]> refusalsState;

  /** This is true while the task waits until nothing is in flight. */
  private transient volatile boolean draining;

  /**
   * Returns the places in Flink's queue. There are more than permits, because one subtask may hold
   * all permits of a process, and outcomes that wait to be emitted take places as well.
   *
   * @param inFlight the in-flight limit of the whole job
   */
  static int queueCapacity(int inFlight) {
    return Math.max(MIN_QUEUE_CAPACITY, 2 * inFlight);
  }

  /**
   * @param share the number of batches by which this subtask raises its process's in-flight limit
   * @param ordered whether the subtask sends one batch after the other
   * @param patienceMillis the time after which Flink asks the writer about a batch
   */
  @SuppressWarnings("unchecked") // The constant "no retry" has a raw type.
  WriterOperator(
      StreamOperatorParameters<WriteOutcome> parameters,
      AsyncWriter writer,
      int share,
      boolean ordered,
      long patienceMillis,
      int queueCapacity,
      ProcessingTimeService processingTimeService,
      MailboxExecutor mailboxExecutor) {
    super(
        parameters,
        writer,
        patienceMillis,
        queueCapacity,
        OutputMode.UNORDERED,
        AsyncRetryStrategies.NO_RETRY_STRATEGY,
        processingTimeService,
        mailboxExecutor);
    this.writer = writer;
    this.mailbox = mailboxExecutor;
    this.share = share;
    this.ordered = ordered;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    // The union list gives every subtask the state of all, so a writer that is added later knows,
    // too, that the database has accepted something.
    refusalsState =
        context
            .getOperatorStateStore()
            .getUnionListState(
                new ListStateDescriptor<>("refusals", LongPrimitiveArraySerializer.INSTANCE));
    for (long[] former : refusalsState.get()) {
      // State of builds before this field names no database, so it counts for this one.
      if (former.length <= DATABASE || former[DATABASE] == writer.database()) {
        refusals.restore(former);
      }
    }
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    long[] state = Arrays.copyOf(refusals.state(), DATABASE + 1);
    state[DATABASE] = writer.database();
    refusalsState.update(List.of(state));
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
    super.prepareSnapshotPreBarrier(checkpointId);
    if (ordered) {
      drain();
    }
  }

  private void drain() throws InterruptedException {
    draining = true;
    while (!writer.hasNothingInFlight()) {
      mailbox.yield();
    }
    draining = false;
    boolean handedOn = true;
    while (handedOn) {
      handedOn = mailbox.tryYield();
    }
  }

  private void handedOn() {
    if (draining) {
      wake();
    }
  }

  /** Sends the batches that were in flight in the restored checkpoint before it returns. */
  @Override
  public void open() throws Exception {
    Environment task = getContainingTask().getEnvironment();
    int maxHeld = ordered ? 1 : Integer.MAX_VALUE;
    permits = Permits.join(task.getJobID().toString(), share, maxHeld, this::wake);
    writer.attach(permits, refusals, task::failExternally, this::handedOn, this::later);
    super.open();
    WriterMetrics metrics = writer.metrics();
    feed = new ObservationFeed(task, metrics::writing, writer.line(), permits::bound);
  }

  private void later(long millis, Runnable what) {
    ProcessingTimeService time = getProcessingTimeService();
    time.registerTimer(time.getCurrentProcessingTime() + millis, now -> what.run());
  }

  @Override
  public void processElement(StreamRecord<Payload> record) throws Exception {
    if (!permits.tryTake()) {
      PermitWait wait = writer.metrics().permitWait();
      wait.begin(System.nanoTime());
      while (!permits.tryTake()) {
        mailbox.yield();
      }
      wait.end(System.nanoTime());
    }
    writer.due(record.getTimestamp());
    super.processElement(record);
  }

  private void wake() {
    try {
      mailbox.execute(() -> {}, "look again");
    } catch (RejectedExecutionException ended) {
      // The task is being closed, which gives its permit back.
    }
  }

  @Override
  public void close() throws Exception {
    if (feed != null) {
      feed.close();
    }
    try {
      super.close();
    } finally {
      if (permits != null) {
        permits.close();
      }
    }
  }
}
