package io.tidemark.job.source;

import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.TestConfig;
import io.tidemark.job.deadletter.DeadLetter;
import io.tidemark.job.state.RunName;
import io.tidemark.process.NotInTime;
import io.tidemark.process.Patience;
import io.tidemark.process.Poll;
import io.tidemark.series.Sample;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** A source alone in a job, as the real job sets it up, with what it emitted kept in memory. */
public final class SourceRuns {
  private static final Map<String, Collected> RUNS = new ConcurrentHashMap<>();
  private static final AtomicLong NEXT = new AtomicLong();
  private static final Duration SAMPLES_COME_WITHIN = Duration.ofSeconds(60);
  private static final Duration TASKS_RUN_WITHIN = Duration.ofSeconds(30);

  /** A rate is measured by it. */
  private static final Duration LOOK_AGAIN = Duration.ofMillis(5);

  /** What one run emitted, duplicates included. */
  public record Collected(
      ConcurrentLinkedQueue<Sample> samples, ConcurrentLinkedQueue<DeadLetter> letters) {}

  /** A run, and the means to stop it. */
  public record Run(JobClient client, Collected collected) {
    public JobExecutionResult await() throws Exception {
      try {
        return Patience.get(client.getJobExecutionResult());
      } catch (NotInTime e) {
        client.cancel().get(); // or it would keep its slots from the tests after it
        throw e;
      }
    }

    public void awaitSamples(int count) {
      boolean hasCome =
          Poll.until(
              Patience.of(SAMPLES_COME_WITHIN),
              LOOK_AGAIN,
              () -> collected.samples.size() >= count);
      if (!hasCome) {
        throw new AssertionError("%d of %d samples".formatted(collected.samples.size(), count));
      }
    }

    public String stopWithSavepoint(Path folder) throws Exception {
      return SourceRuns.stopWithSavepoint(client, folder);
    }
  }

  private SourceRuns() {}

  /** Stops a job with a savepoint, which fails until all of the job's tasks run: so again then. */
  public static String stopWithSavepoint(JobClient job, Path folder) throws Exception {
    long begin = System.nanoTime();
    while (true) {
      try {
        return Patience.get(
            job.stopWithSavepoint(false, folder.toUri().toString(), SavepointFormatType.NATIVE));
      } catch (ExecutionException e) {
        if (job.getJobStatus().get().isGloballyTerminalState()) {
          job.getJobExecutionResult().get(); // which says why it failed
          throw e;
        }
        if (System.nanoTime() - begin > Patience.of(TASKS_RUN_WITHIN).toNanos()) {
          throw e;
        }
        Thread.sleep(LOOK_AGAIN.toMillis());
      }
    }
  }

  /**
   * @param savepoint to start from, or null
   */
  public static Run start(JobConfig.Source source, int parallelism, String savepoint)
      throws Exception {
    return prepared(source, parallelism, savepoint, 0).submit();
  }

  /** A run that takes about half a millisecond for each sample of a subtask. */
  public static Run startSlow(JobConfig.Source source, int parallelism) throws Exception {
    return prepared(source, parallelism, null, 500_000).submit();
  }

  /** A job that is put together and not submitted yet. */
  public record Prepared(StreamExecutionEnvironment env, String name, Collected collected) {
    public Run submit() throws Exception {
      return new Run(env.executeAsync(name), collected);
    }
  }

  public static Prepared prepared(JobConfig.Source source, int parallelism) {
    return prepared(source, parallelism, null, 0);
  }

  private static Prepared prepared(
      JobConfig.Source source, int parallelism, String savepoint, long nanosPerSample) {
    var flink = new Configuration();
    flink.setString("pipeline.object-reuse", "true");
    flink.setString("pipeline.generic-types", "false");
    flink.setString("pipeline.auto-generate-uids", "false");
    flink.setString("pipeline.max-parallelism", "720");
    flink.setString("execution.checkpointing.interval", "50ms");
    flink.setString("execution.checkpointing.checkpoints-after-tasks-finish", "false");
    flink.setString("restart-strategy.type", "none");
    if (savepoint != null) {
      flink.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
    }
    var env = StreamExecutionEnvironment.getExecutionEnvironment(flink);
    env.setParallelism(parallelism);
    String run = "run-" + NEXT.incrementAndGet();
    var collected = new Collected(new ConcurrentLinkedQueue<>(), new ConcurrentLinkedQueue<>());
    RUNS.put(run, collected);
    var streams =
        SampleSource.open(env, config(source), false, SampleSource.Sending.PLAIN, RunName.NONE);
    streams.plain().sinkTo(new Samples(run, nanosPerSample)).uid("samples").name("samples");
    streams.deadLetters().sinkTo(new Letters(run)).uid("letters").name("letters");
    return new Prepared(env, run, collected);
  }

  private static JobConfig config(JobConfig.Source source) {
    return TestConfig.of().withSource(source);
  }

  public static List<Sample> of(Run... runs) {
    var all = new ArrayList<Sample>();
    for (Run run : runs) {
      all.addAll(run.collected.samples);
    }
    return all;
  }

  private record Samples(String run, long nanosPerSample) implements Sink<Sample> {
    @Override
    public SinkWriter<Sample> createWriter(WriterInitContext context) {
      return new InMemory<>(RUNS.get(run).samples, nanosPerSample);
    }
  }

  private record Letters(String run) implements Sink<DeadLetter> {
    @Override
    public SinkWriter<DeadLetter> createWriter(WriterInitContext context) {
      return new InMemory<>(RUNS.get(run).letters, 0);
    }
  }

  private record InMemory<T>(ConcurrentLinkedQueue<T> queue, long nanosPerElement)
      implements SinkWriter<T> {
    @Override
    public void write(T element, Context context) {
      queue.add(element);
      LockSupport.parkNanos(nanosPerElement);
    }

    @Override
    public void flush(boolean endOfInput) {}

    @Override
    public void close() {}
  }
}
