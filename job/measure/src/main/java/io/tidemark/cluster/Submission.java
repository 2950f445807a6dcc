package io.tidemark.cluster;

import io.tidemark.job.JobGraph;
import io.tidemark.job.config.JobConfig;
import java.util.List;
import org.apache.flink.client.program.rest.RestClusterClient;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.core.execution.RecoveryClaimMode;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;

/** Builds the job and hands it to a cluster, with the classes that it needs. */
final class Submission {
  private Submission() {}

  /**
   * @param jars empty where the cluster has the job's classes
   * @param savepointFolder where the savepoint of a drained stop goes, null for the cluster's own
   */
  static FlinkJob submit(
      RestClusterClient<?> client,
      JobConfig config,
      List<Path> jars,
      Start start,
      String savepointFolder) {
    var environment = new StreamExecutionEnvironment(new Configuration());
    environment.setParallelism(config.parallelism());
    JobGraph.build(environment, config, start.fork());
    if (start.keepsCheckpoint()) {
      environment
          .getCheckpointConfig()
          .setExternalizedCheckpointRetention(
              ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
    }
    StreamGraph graph = environment.getStreamGraph();
    graph.setJobName(start.jobName());
    jars.forEach(graph::addJar);
    // The savepoint stays ours: it may serve many runs.
    start
        .savepoint()
        .ifPresent(
            path ->
                graph.setSavepointRestoreSettings(
                    SavepointRestoreSettings.forPath(
                        path, !start.fork().isEmpty(), RecoveryClaimMode.NO_CLAIM)));
    try {
      graph.serializeUserDefinedInstances();
    } catch (Exception e) {
      throw new IllegalStateException("the job can't be serialized", e);
    }
    return new FlinkJob(client, FlinkJob.await(client.submitJob(graph)), savepointFolder);
  }
}
