package io.tidemark.benchmarks.story;

import io.tidemark.cluster.RestAddress;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.process.RunException;
import io.tidemark.watch.Judgement;
import io.tidemark.watch.Watch;
import io.tidemark.watch.WatchObserver;
import io.tidemark.watch.WatchPlan;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Judges a running job like {@code tidemark watch --once}. */
public final class Judged implements WatchObserver {
  private Judgement last;

  private Judged() {}

  /**
   * Returns the judgement of the next window of this length, which is also the measurement.
   *
   * @throws RunException if there is none
   */
  public static Judgement next(FlinkProcess flink, Duration window) {
    var judged = new Judged();
    // The job itself tells where it writes.
    ConfigLoader.Loaded nothing = ConfigLoader.load(Optional.empty(), List.of());
    Watch.run(
        new WatchPlan(
            RestAddress.parse(flink.url()),
            Optional.empty(),
            nothing,
            Optional.of(window),
            Optional.empty(),
            true,
            false),
        judged);
    if (judged.last == null) {
      throw new RunException("the watch was interrupted");
    }
    return judged.last;
  }

  @Override
  public void note(String line) {}

  @Override
  public void judged(Judgement judgement) {
    last = judgement;
  }
}
