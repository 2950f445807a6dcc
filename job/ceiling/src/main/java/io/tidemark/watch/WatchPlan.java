package io.tidemark.watch;

import io.tidemark.cluster.Cluster;
import io.tidemark.job.config.ConfigLoader;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;

/**
 * What a watch is asked for.
 *
 * @param job the job's id; empty for Tidemark's only one
 * @param loaded how to reach the database's metrics, if not as the job says
 * @param window the length of a window; empty for as long as this cluster's metrics need
 * @param listen where the verdict is served as Prometheus metrics; empty for nowhere
 * @param once whether the first window is all
 * @param follow whether to wait for a job, and to go on with the next one when it has ended
 */
public record WatchPlan(
    Cluster cluster,
    Optional<String> job,
    ConfigLoader.Loaded loaded,
    Optional<Duration> window,
    Optional<InetSocketAddress> listen,
    boolean once,
    boolean follow) {}
