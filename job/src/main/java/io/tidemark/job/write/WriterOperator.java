package io.tidemark.job.write;

import io.tidemark.sink.Payload;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.streaming.api.datastream.AsyncDataStream.OutputMode;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.async.AsyncWaitOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.apache.flink.streaming.util.retryable.AsyncRetryStrategies;

/** Flink's async operator, unordered, that also times how long it waits for a slot. */
final class WriterOperator extends AsyncWaitOperator<Payload, WriteOutcome> {
  /**
   * The client and {@link Delivery} bound every step themselves; a batch that is split may take
   * long.
   */
  static final long NO_TIMEOUT = 0;

  private final transient AsyncWriter writer;

  @SuppressWarnings("unchecked") // "no retry" is of a raw type
  WriterOperator(
      StreamOperatorParameters<WriteOutcome> parameters,
      AsyncWriter writer,
      int capacity,
      ProcessingTimeService processingTimeService,
      MailboxExecutor mailboxExecutor) {
    super(
        parameters,
        writer,
        NO_TIMEOUT,
        capacity,
        OutputMode.UNORDERED,
        AsyncRetryStrategies.NO_RETRY_STRATEGY,
        processingTimeService,
        mailboxExecutor);
    this.writer = writer;
    writer.onFailure(getContainingTask().getEnvironment()::failExternally);
  }

  /** From here to {@link AsyncWriter#asyncInvoke} the batch waits for a slot. */
  @Override
  public void processElement(StreamRecord<Payload> record) throws Exception {
    writer.permitWait().begin(System.nanoTime());
    super.processElement(record);
  }
}
