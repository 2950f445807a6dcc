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
 * Flink's async operator, unordered, whose batches wait for a permit of the whole process instead
 * of a place in its queue.
 *
 * <p>Where each series needs its order, a subtask has one batch in flight, and none in a
 * checkpoint: restored with another parallelism, Flink deals out what is in state to any subtask,
 * and another one would have the next samples of its series. The barrier waits for that batch as
 * the next batch would.
 */
final class WriterOperator extends AsyncWaitOperator<Payload, WriteOutcome> {
  /** Where the state of refusals has the database that they are of. */
  private static final int DATABASE = 2;

  /** Flink allocates as many places each time that its queue runs empty. */
  private static final int MIN_QUEUE_CAPACITY = 1024;

  private final transient AsyncWriter writer;
  private final transient MailboxExecutor mailbox;
  private final int share;
  private final boolean ordered;
  private final transient Refusals refusals = new Refusals();
  private transient Permits.Member permits;
  private transient ObservationFeed feed;
  private transient ListState<long[]> refusalsState;

  /** Whether the task waits until nothing is in flight. */
  private transient volatile boolean draining;

  /**
   * Places in Flink's queue, more than there are permits: one subtask may hold all of a process's,
   * and outcomes about to be handed on take places, too.
   *
   * @param inFlight of the whole job
   */
  static int queueCapacity(int inFlight) {
    return Math.max(MIN_QUEUE_CAPACITY, 2 * inFlight);
  }

  /**
   * @param share batches that this subtask adds to what its process may have in flight
   * @param ordered whether it sends one batch after the other
   * @param patienceMillis after which Flink asks the writer for a batch
   */
  @SuppressWarnings("unchecked") // "no retry" is of a raw type
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
    // All know all: that the database has accepted something holds for a writer added later, too.
    refusalsState =
        context
            .getOperatorStateStore()
            .getUnionListState(
                new ListStateDescriptor<>("refusals", LongPrimitiveArraySerializer.INSTANCE));
    for (long[] former : refusalsState.get()) {
      // Builds that did not know of it had none.
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

  /** What is in flight after a restore is sent from in here. */
  @Override
  public void open() throws Exception {
    Environment task = getContainingTask().getEnvironment();
    int maxHeld = ordered ? 1 : Integer.MAX_VALUE;
    permits = Permits.join(task.getJobID().toString(), share, maxHeld, this::wake);
    writer.attach(permits, refusals, task::failExternally, this::handedOn, this::later);
    super.open();
    WriterMetrics metrics = writer.metrics();
    feed =
        new ObservationFeed(
            task,
            "write",
            metrics::samplesAcked,
            metrics.cpu(),
            metrics::writing,
            writer.line(),
            permits::bound);
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
