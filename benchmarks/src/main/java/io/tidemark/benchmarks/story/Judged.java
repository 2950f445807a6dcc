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

/** What {@code tidemark watch --once} makes of a running job. */
public final class Judged implements WatchObserver {
  private Judgement last;

  private Judged() {}

  /**
   * The next window of this length, which is also the benchmark's measurement.
   *
   * @throws RunException if there is none
   */
  public static Judgement next(FlinkProcess flink, Duration window) {
    var judged = new Judged();
    // Where the job writes, it says itself.
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
