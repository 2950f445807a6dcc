package io.tidemark.run;

import io.tidemark.job.config.JobConfig;
import io.tidemark.series.SampleLimits;
import io.tidemark.sink.CapacityProbe;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.TsdbSignals;
import java.io.IOException;
import java.util.Set;
import java.util.function.Function;

/** Limits that nobody set are those of the servers at hand: versions differ. */
public final class ServersLimits {
  private ServersLimits() {}

  /**
   * @param explicit paths of the keys that the user set, which stay as they are
   * @param reachable the configuration's target, as it is reached from here
   * @return the same where its metrics can't be read
   */
  public static JobConfig in(JobConfig config, Set<String> explicit, TargetConfig reachable) {
    Tsdb kind = Tsdb.byType(reachable.type(), ServersLimits.class.getClassLoader());
    return in(config, explicit, kind.probe(reachable), kind::limits);
  }

  /**
   * @param probe of the servers, closed here
   * @param limits of a kind of database, by what was read
   */
  static JobConfig in(
      JobConfig config,
      Set<String> explicit,
      CapacityProbe probe,
      Function<TsdbSignals, SampleLimits> limits) {
    SampleLimits found;
    try (probe) {
      found = limits.apply(probe.read());
    } catch (IOException e) {
      return config;
    }
    JobConfig.Limits set = config.limits();
    return config.withLimits(
        new JobConfig.Limits(
            explicit.contains("limits.labels") ? set.labels() : found.labels(),
            explicit.contains("limits.label-name-bytes")
                ? set.labelNameBytes()
                : found.labelNameBytes(),
            explicit.contains("limits.label-value-bytes")
                ? set.labelValueBytes()
                : found.labelValueBytes(),
            explicit.contains("limits.future") ? set.future() : found.future(),
            explicit.contains("limits.retention") ? set.retention() : found.retention()));
  }
}
