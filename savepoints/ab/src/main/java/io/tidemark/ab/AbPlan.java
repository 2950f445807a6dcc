package io.tidemark.ab;

import io.tidemark.cluster.Cluster;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.judge.Judging;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What is to be compared, and how.
 *
 * @param b the same as A for a comparison of A with itself
 * @param cluster empty: inside this process
 * @param from the savepoint to start from; empty: warm up and take one
 * @param runs of each side, to begin with if an effect is to be detected
 * @param detect relative size of the effect that is to be told from none; 0: make so many runs
 * @param most time that the runs may take where an effect is to be detected
 * @param runTime that the faster side is to take for the range
 * @param warmUp how long the job runs before its savepoint is taken
 * @param judging by what, at the rate that both sides have; {@link Judging#NONE} for throughput as
 *     in any comparison
 * @param folder keeps the progress, the savepoint and the report
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
  /** Runs of each side with which a comparison begins that is to detect an effect. */
  public static final int FIRST_LOOK = Detection.FIRST_LOOK;
}
