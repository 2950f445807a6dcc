package io.tidemark.job.write;

import io.tidemark.job.config.JobConfig;
import io.tidemark.series.Amplification;
import io.tidemark.sink.Payload;
import io.tidemark.sink.Tsdb;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.streaming.api.datastream.AsyncDataStream.OutputMode;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.async.AsyncWaitOperatorFactory;

/**
 * Makes the job's writers. What {@code AsyncDataStream.unorderedWait} does, but that the job's
 * in-flight bound is split over the subtasks exactly, also where it does not divide: 16 over 3 are
 * 6, 5 and 5. Those of one process share theirs (see {@link Permits}).
 *
 * <p>A database that takes the samples of a series in their order only gets one batch of a subtask
 * after the other; the job keeps a series with its subtask.
 */
public final class WriterFactory extends AsyncWaitOperatorFactory<Payload, WriteOutcome> {
  private final AsyncWriter writer;
  private final int inFlight;
  private final boolean ordered;
  private final long patienceMillis;

  /**
   * @param ordered whether each subtask is to send one batch after the other
   */
  public WriterFactory(JobConfig config, Amplification amplification, boolean ordered) {
    this(
        new AsyncWriter(config.target(), amplification, config.write(), config.lastReceived()),
        config.write().inFlight(),
        ordered,
        AsyncWriter.patience(config.write()).toMillis());
  }

  private WriterFactory(AsyncWriter writer, int inFlight, boolean ordered, long patienceMillis) {
    super(writer, patienceMillis, WriterOperator.queueCapacity(inFlight), OutputMode.UNORDERED);
    this.writer = writer;
    this.inFlight = inFlight;
    this.ordered = ordered;
    this.patienceMillis = patienceMillis;
    this.chainingStrategy = ChainingStrategy.NEVER;
  }

  /** Writers a job of this parallelism has: with fewer slots than that, one each. */
  public static int parallelism(JobConfig config, int jobParallelism) {
    return Math.min(config.write().inFlight(), jobParallelism);
  }

  /** Whether each of them sends one batch after the other. */
  public static boolean isOrdered(JobConfig config) {
    return Tsdb.byType(config.target().type(), WriterFactory.class.getClassLoader())
        .capabilities(config.target())
        .orderedPerSeries();
  }

  /** Batches that such a job has in flight at most. */
  public static int mostInFlight(JobConfig config, int jobParallelism) {
    return isOrdered(config) ? parallelism(config, jobParallelism) : config.write().inFlight();
  }

  @Override
  @SuppressWarnings("unchecked")
  public <T extends StreamOperator<WriteOutcome>> T createStreamOperator(
      StreamOperatorParameters<WriteOutcome> parameters) {
    TaskInfo task = parameters.getContainingTask().getEnvironment().getTaskInfo();
    int share =
        InFlight.share(inFlight, task.getIndexOfThisSubtask(), task.getNumberOfParallelSubtasks());
    return (T)
        new WriterOperator(
            parameters,
            writer,
            share,
            ordered,
            patienceMillis,
            WriterOperator.queueCapacity(inFlight),
            processingTimeService,
            getMailboxExecutor());
  }

  @Override
  @SuppressWarnings("rawtypes")
  public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
    return WriterOperator.class;
  }
}
