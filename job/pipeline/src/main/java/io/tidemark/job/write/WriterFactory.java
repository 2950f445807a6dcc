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
 * Makes the job's writers. It does what {@code AsyncDataStream.unorderedWait} does, except that it
 * splits the job's in-flight limit exactly over the subtasks, even if it does not divide: 16 over 3
 * are 6, 5 and 5. The writers of one process share their parts (see {@link Permits}).
 *
 * <p>If a database takes a series' samples only in order, a subtask sends one batch after the
 * other, and the job keeps each series with its subtask.
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

  /** Returns the number of writers, which is at most the in-flight limit. */
  public static int parallelism(JobConfig config, int jobParallelism) {
    return Math.min(config.write().inFlight(), jobParallelism);
  }

  /** Tells whether each writer sends one batch after the other. */
  public static boolean isOrdered(JobConfig config) {
    return Tsdb.byType(config.target().type(), WriterFactory.class.getClassLoader())
        .capabilities(config.target())
        .orderedPerSeries();
  }

  /** Returns the most batches that such a job has in flight. */
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
