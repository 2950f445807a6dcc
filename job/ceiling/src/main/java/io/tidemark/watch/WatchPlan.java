package io.tidemark.watch;

import io.tidemark.cluster.Cluster;
import io.tidemark.job.config.ConfigLoader;
import java.time.Duration;
import java.util.Optional;

/**
 * What a watch is asked for.
 *
 * @param job id; empty for the only one of Tidemark's
 * @param loaded how to reach the database's metrics, where that is not as the job says
 * @param window empty for as long as this cluster's metrics need
 * @param prometheusPort on 127.0.0.1, 0 for none
 * @param once whether the first window is all
 */
public record WatchPlan(
    Cluster cluster,
    Optional<String> job,
    ConfigLoader.Loaded loaded,
    Optional<Duration> window,
    int prometheusPort,
    boolean once) {}
