package io.tidemark.job;

import io.tidemark.job.amplify.AmplifierFactory;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.PublicSettings;
import io.tidemark.job.config.RunLabel;
import io.tidemark.job.config.SampleGaps;
import io.tidemark.job.deadletter.DeadLetter;
import io.tidemark.job.deadletter.DeadLetters;
import io.tidemark.job.observe.Instrument;
import io.tidemark.job.source.SampleSource;
import io.tidemark.job.source.SampleSource.Sending;
import io.tidemark.job.split.SampleBlock;
import io.tidemark.job.state.RunName;
import io.tidemark.job.write.Acks;
import io.tidemark.job.write.PayloadSerializer;
import io.tidemark.job.write.WriteOutcome;
import io.tidemark.job.write.WriterFactory;
import io.tidemark.series.Amplification;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.Payload;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.CheckpointConfig;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Builds the Flink job: source and parser, a keyed shuffle of the source samples, amplifier, writer
 * and acks. The dead letters of all these pass through the acks to where they are kept. Each of
 * them is a vertex of its own, because Flink's backpressure metrics tell nothing inside a chain,
 * and each has a fixed uid.
 */
public final class JobGraph {
  /** The number of key groups is fixed: a savepoint can't be restored with another number. */
  public static final int MAX_PARALLELISM = 720;

  private static final int TOLERABLE_FAILED_CHECKPOINTS = 100;

  /** Every run restores these operators from its savepoint, whatever it does with the others. */
  public static final List<String> RESTORED_UIDS = List.of("source", "parse", Instrument.UID);

  private JobGraph() {}

  /**
   * Adds all operators and sets those of Flink's options that the job needs. An option that the
   * environment's configuration sets itself stays as it is.
   *
   * @throws ConfigException if a source can't be opened, or the database would store unknown values
   */
  public static void build(StreamExecutionEnvironment env, JobConfig config) {
    build(env, config, "");
  }

  /**
   * Does the same for a run that starts from another run's savepoint.
   *
   * @param fork "", or a name that gives the writer and all operators behind it uids of their own.
   *     The savepoint then restores the source and the amplifier, but neither the batches that were
   *     in flight, encoded by another configuration, nor the totals of what had been acknowledged
   */
  public static void build(StreamExecutionEnvironment env, JobConfig config, String fork) {
    SampleGaps.require(config);
    String own = fork.isEmpty() ? "" : "-" + fork;
    env.configure(flinkOptions(config, env));
    env.setMaxParallelism(MAX_PARALLELISM);
    if (config.parallelism() > 0) {
      env.setParallelism(config.parallelism());
    }
    Amplification amplification = config.amplify().amplification();
    boolean ordered = WriterFactory.isOrdered(config);
    RunName run = runName(config, fork);
    boolean interpolates = amplification.value() == ValueMode.INTERPOLATE;
    requireStreaming(env, interpolates);
    SampleSource.Streams source =
        SampleSource.open(env, config, ordered || interpolates, sending(env, interpolates), run);
    int writers = WriterFactory.parallelism(config, env.getParallelism());
    SingleOutputStreamOperator<Payload> payloads =
        source
            .samples()
            .keyBy(SampleBlock::key)
            .transform(
                "amplify",
                PayloadSerializer.TYPE,
                new AmplifierFactory(config, run, DeadLetters.TAG))
            .uid(Instrument.UID);
    boolean remembers = config.lastReceived().mode() == JobConfig.Tracking.CACHED;
    if (ordered || remembers) {
      // With as many amplifiers as writers, Flink forwards all samples of a series to one writer.
      payloads.setParallelism(writers);
    }
    SingleOutputStreamOperator<WriteOutcome> outcomes =
        payloads
            .transform(
                "write",
                TypeInformation.of(WriteOutcome.class),
                new WriterFactory(config, amplification, ordered))
            .uid("write" + own)
            .setParallelism(writers);
    DataStream<DeadLetter> beforeAmplified =
        source.deadLetters().union(payloads.getSideOutput(DeadLetters.TAG));
    DataStream<DeadLetter> letters =
        outcomes
            .connect(beforeAmplified)
            .process(new Acks(config.deadLetter(), config.amplify().fleet().copies()))
            .name("acks")
            .uid("acks" + own)
            .setParallelism(1)
            .disableChaining();
    DeadLetters.keep(letters, config, own);
  }

  /** In batch mode a key's state is gone when the next key comes, so held samples would be lost. */
  private static void requireStreaming(StreamExecutionEnvironment env, boolean interpolates) {
    RuntimeExecutionMode mode = env.getConfiguration().get(ExecutionOptions.RUNTIME_MODE);
    if (interpolates && mode != RuntimeExecutionMode.STREAMING) {
      throw new ConfigException(
          "amplify.value=interpolate holds samples until the end, which execution.runtime-mode=%s can't; set STREAMING, or another amplify.value"
              .formatted(mode));
    }
  }

  /** An upgrade runs main() again, so the label made here may differ from the restored one. */
  private static RunName runName(JobConfig config, String fork) {
    String chosen = RunLabel.of(config.target());
    return new RunName(
        chosen.isEmpty() ? RunLabel.ofRun(Instant.now()) : chosen,
        config.target().runLabel(),
        fork.isEmpty());
  }

  /** Interpolation holds samples in keyed state, so there each record needs its own key. */
  private static Sending sending(StreamExecutionEnvironment env, boolean interpolates) {
    if (!mayNumberSeries(env)) {
      return Sending.PLAIN;
    }
    return interpolates ? Sending.NUMBERED : Sending.IN_BLOCKS;
  }

  /**
   * Tells whether a source may send a series' labels to an amplifier once and a number from then
   * on. That needs three things: all that a source has sent since its start reaches the amplifier,
   * it does so in order, and both always start together. An unaligned checkpoint would restore
   * records whose labels were sent before it, a task that is recovered on its own would have
   * forgotten the labels, and batch mode sorts the records.
   */
  static boolean mayNumberSeries(StreamExecutionEnvironment env) {
    CheckpointConfig checkpoints = env.getCheckpointConfig();
    return !checkpoints.isUnalignedCheckpointsEnabled()
        && !env.getConfiguration().get(CheckpointingOptions.ENABLE_UNALIGNED)
        && !checkpoints.isApproximateLocalRecoveryEnabled()
        && env.getConfiguration().get(ExecutionOptions.RUNTIME_MODE)
            == RuntimeExecutionMode.STREAMING;
  }

  private static Configuration flinkOptions(JobConfig config, StreamExecutionEnvironment env) {
    var options = new Configuration();
    options.set(PipelineOptions.OBJECT_REUSE, true);
    options.set(PipelineOptions.GENERIC_TYPES, false);
    options.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
    // With at-least-once checkpoints, records replayed after a failure would count twice.
    options.set(
        CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE, CheckpointingMode.EXACTLY_ONCE);
    options.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, config.checkpoint().interval());
    options.set(
        CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
        ExternalizedCheckpointRetention.DELETE_ON_CANCELLATION);
    // If subtasks could finish, a later checkpoint would miss their totals (see ExactTotals).
    options.set(CheckpointingOptions.ENABLE_CHECKPOINTS_AFTER_TASKS_FINISH, false);
    // A stalled database delays barriers; a delay is no reason to restart the job.
    options.set(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER, TOLERABLE_FAILED_CHECKPOINTS);
    var shown = new HashMap<>(env.getConfig().getGlobalJobParameters().toMap());
    shown.putAll(PublicSettings.of(config).toMap());
    options.set(PipelineOptions.GLOBAL_JOB_PARAMETERS, shown);
    if (!config.checkpoint().dir().isEmpty()) {
      options.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, config.checkpoint().uri());
    }
    if (env.getConfiguration() instanceof Configuration set
        && !set.contains(RestartStrategyOptions.RESTART_STRATEGY)) {
      options.set(RestartStrategyOptions.RESTART_STRATEGY, "exponential-delay");
      options.set(
          RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_MAX_BACKOFF,
          Duration.ofSeconds(30));
    }
    config.flink().forEach(options::setString);
    return options;
  }
}
