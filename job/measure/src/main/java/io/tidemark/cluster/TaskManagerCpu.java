package io.tidemark.cluster;

import io.tidemark.process.Poll;
import io.tidemark.process.StopBudget;
import java.time.Duration;
import org.apache.flink.client.program.rest.RestClusterClient;
import org.apache.flink.runtime.rest.messages.ConversionException;
import org.apache.flink.runtime.rest.messages.EmptyRequestBody;
import org.apache.flink.runtime.rest.messages.job.metrics.AggregatedTaskManagerMetricsHeaders;

/**
 * CPU time summed over a cluster's TaskManagers. The cluster reads its metrics when it is asked for
 * them, at most once in an interval, and answers with what it read before.
 */
record TaskManagerCpu(RestClusterClient<?> client, Duration fetchInterval) {
  private static final String NANOS = "Status.JVM.CPU.Time";

  double lastReadSeconds() {
    var headers = AggregatedTaskManagerMetricsHeaders.getInstance();
    var parameters = headers.getUnresolvedMessageParameters();
    try {
      for (var parameter : parameters.getQueryParameters()) {
        switch (parameter.getKey()) {
          case "get" -> parameter.resolveFromString(NANOS);
          case "agg" -> parameter.resolveFromString("sum");
          default -> {}
        }
      }
    } catch (ConversionException e) {
      throw new IllegalStateException(e);
    }
    var answer = client.sendRequest(headers, parameters, EmptyRequestBody.getInstance());
    return FlinkJob.await(answer).getMetrics().stream()
        .mapToDouble(metric -> metric.getSum() / 1e9)
        .sum();
  }

  /** Asks, lets the interval pass so that the next question makes it read, and takes that. */
  double freshSeconds() {
    lastReadSeconds();
    Poll.pause(
        StopBudget.ofThisProcess().left(StopBudget.Step.WRITE, fetchInterval.plusMillis(50)));
    lastReadSeconds();
    Poll.pause(Duration.ofMillis(250));
    return lastReadSeconds();
  }
}
