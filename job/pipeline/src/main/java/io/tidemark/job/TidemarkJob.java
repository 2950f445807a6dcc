package io.tidemark.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.job.cardinality.SeriesGuard;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.JobConfig.FileInput.OnError;
import io.tidemark.job.deadletter.FirstRefused;
import io.tidemark.job.file.BrokenFiles;
import java.io.PrintWriter;
import java.util.Map;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.client.program.ProgramParametrizationException;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

/** Entry class of {@code flink run tidemark-job.jar}. It never exits a session's process. */
@Command(
    name = "flink run tidemark-job.jar",
    mixinStandardHelpOptions = true,
    usageHelpAutoWidth = true,
    description = "Amplify metrics M x N and write them to a time series database.",
    footer = {
      "",
      "Parallelism is flink's -p unless the configuration sets one.",
      "",
      "Example: bin/flink run -p 4 tidemark-job.jar -c run.yaml --set amplify.m=6 --yes"
    })
public final class TidemarkJob {
  @Mixin private RunOptions options;
  @Mixin private Consent consent;

  private TidemarkJob() {}

  public static void main(String[] args) throws Exception {
    main(EnvironmentInformation.getVersion(), args);
  }

  /** Checks the version before it touches a class that another Flink may not have. */
  static void main(String flinkVersion, String[] args) throws Exception {
    try {
      FlinkVersions.require("this", flinkVersion);
      var job = new TidemarkJob();
      var commandLine = new CommandLine(job);
      commandLine.parseArgs(args);
      if (!CommandLine.printHelpIfRequested(commandLine.getParseResult())) {
        job.run();
      }
    } catch (ConfigException | ParameterException e) {
      // Flink's client prints only the message of this exception, of any other the stack.
      throw new ProgramParametrizationException(e.getMessage());
    }
  }

  /** Tells whether the job begins without a savepoint; with one, its series were checked before. */
  static boolean startsAnew(ReadableConfig flink) {
    return flink.getOptional(StateRecoveryOptions.SAVEPOINT_PATH).isEmpty();
  }

  private void run() throws Exception {
    JobConfig config = options.load().config();
    var duration = options.duration();
    var environment = StreamExecutionEnvironment.getExecutionEnvironment();
    if (startsAnew(environment.getConfiguration())) {
      SeriesGuard.check(config, System.getenv());
    }
    // This command starts no database, so it writes to somebody's.
    consent.to(new PrintWriter(System.err, true, UTF_8), ForeignLoad.ofRun(config, duration));
    if (config.parallelism() > 0) {
      environment.setParallelism(config.parallelism());
    }
    JobGraph.build(environment, config.withParallelism(environment.getParallelism()));
    String name = name(environment.getConfiguration());
    if (duration.isPresent()) {
      String checkpoints = config.checkpoint().uri();
      var timed =
          new TimedRun(environment.executeAsync(name), checkpoints.isEmpty() ? null : checkpoints);
      requireWhole(config, timed.endAfter(duration.get()));
    } else {
      requireWhole(config, environment.execute(name));
    }
  }

  /** Returns the name by which dashboards and alerts tell jobs apart. */
  static String name(ReadableConfig flink) {
    return flink.getOptional(PipelineOptions.NAME).orElse("tidemark");
  }

  /** Throws if a file was broken. If nobody waits for the job's end, its dead letters tell it. */
  private static void requireWhole(JobConfig config, JobExecutionResult ended) {
    if (!ended.isJobExecutionResult() || config.source().file().onError() == OnError.SKIP) {
      return;
    }
    Long broken = ended.getAccumulatorResult("filesBroken");
    Map<String, String> refused = ended.getAccumulatorResult(FirstRefused.NAME);
    BrokenFiles.line(
            broken == null ? 0 : broken, refused == null ? null : refused.get(BrokenFiles.REASON))
        .ifPresent(
            line -> {
              throw new IllegalStateException(line);
            });
  }
}
