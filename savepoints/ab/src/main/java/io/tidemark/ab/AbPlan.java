package io.tidemark.ab;

import io.tidemark.cluster.Cluster;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.judge.Judging;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The plan of a comparison.
 *
 * @param b configuration of B; that of A if A is compared with itself
 * @param cluster the Flink cluster; empty for a Flink inside this process
 * @param from savepoint to start from; empty to warm up and take one
 * @param runs number of runs of each side; if an effect is to be detected, those before the first
 *     look
 * @param detect relative size of the effect that is to be detected; 0 to make a fixed number of
 *     runs
 * @param most time that all runs may take if an effect is to be detected
 * @param runTime time that the faster side is to take for the range
 * @param warmUp time for which the job runs before its savepoint is taken
 * @param judging the metrics that are judged, and the rate of both sides; {@link Judging#NONE} to
 *     compare throughput
 * @param folder folder for the progress, the savepoint and the report
 */
public record AbPlan(
    ConfigLoader.Loaded a,
    ConfigLoader.Loaded b,
    Optional<Cluster> cluster,
    Optional<String> from,
    int runs,
    double detect,
    Duration most,
    Duration runTime,
    Duration warmUp,
    boolean sameSides,
    Judging judging,
    Path folder) {
  /**
   * Number of runs of each side before the first look of a comparison that is to detect an effect.
   */
  public static final int FIRST_LOOK = Detection.FIRST_LOOK;
}
