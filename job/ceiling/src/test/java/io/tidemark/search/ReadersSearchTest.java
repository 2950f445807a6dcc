package io.tidemark.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.result.CeilingResult;
import io.tidemark.job.config.JobConfig;
import io.tidemark.proof.SecondOpinion;
import io.tidemark.readers.ReadLoad;
import io.tidemark.readers.Reads;
import io.tidemark.simulated.Behaviour;
import io.tidemark.simulated.SimulatedSetup;
import io.tidemark.simulated.SimulatedSystem;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Searches beside readers, in virtual time: while they ask, each write takes longer. */
@Tag("seconds")
class ReadersSearchTest {
  private static final Duration BUDGET = Duration.ofMinutes(3);
  private static final int CORES = 2;

  @Test
  void readersThatTakeTheDatabaseAreItsCeilingAndPausingThemSaysHowMuch() {
    // A write waits twice as long on a lock that queries hold: no core is full.
    CeilingResult result = search(locked(20), locked(8));

    assertThat(result.cause()).as("%s", result).isEqualTo(Cause.TSDB_READERS);
    assertThat(result.evidence().toString()).contains("readers on → off");
    assertThat(result.withoutReaders().orElseThrow())
        .isCloseTo(2.5 * result.ceilingSamplesPerSecond(), withinPercentage(10));
    assertThat(result.interventions()).anyMatch(each -> each.side().equals("readers"));
  }

  /** A pause asks nothing more; what was asked before goes on as long as it takes. */
  @Test
  void queriesThatRunOnAreNotPartOfThePause() {
    CeilingResult result = search(locked(20), locked(8), Duration.ofSeconds(15));

    assertThat(result.cause()).as("%s", result).isEqualTo(Cause.TSDB_READERS);
    assertThat(result.withoutReaders().orElseThrow())
        .isCloseTo(2.5 * result.ceilingSamplesPerSecond(), withinPercentage(10));
  }

  @Test
  void readersThatCostNothingAreNoCauseAndTheCeilingIsTheSameWithoutThem() {
    CeilingResult result = search(locked(20), locked(20));

    assertThat(result.cause()).as("%s", result).isNotEqualTo(Cause.TSDB_READERS);
    assertThat(result.withoutReaders().orElseThrow())
        .isCloseTo(result.ceilingSamplesPerSecond(), withinPercentage(5));
  }

  @Test
  void eachStepOfTheCurveSaysWhatWasReadMeanwhile() {
    CeilingResult result = search(locked(20), locked(8));

    assertThat(result.steps())
        .filteredOn(step -> step.phase().equals("sweep") || step.phase().equals("verify"))
        .isNotEmpty()
        .allMatch(step -> step.window().reads() != null && step.window().reads().answered() > 0);
    assertThat(result.steps())
        .filteredOn(step -> step.phase().equals("job-ceiling"))
        .allMatch(step -> step.window().reads() == null);
  }

  private static Behaviour locked(int millis) {
    return Behaviour.ofSlots(2, Duration.ofMillis(millis)).withCpu(Duration.ofMillis(1), CORES);
  }

  private static CeilingResult search(Behaviour read, Behaviour alone) {
    return search(read, alone, Duration.ZERO);
  }

  /**
   * @param runOn how long queries take that were asked before a pause
   */
  private static CeilingResult search(Behaviour read, Behaviour alone, Duration runOn) {
    var search =
        new SimulatedSearch(SimulatedSetup.of(read).apart(), CeilingPlan.By.IN_FLIGHT, BUDGET);
    var readers = new Readers(search.system, read, alone, runOn);
    readers.pause();
    var system = new ReadSystem(search.system, readers);
    return Ceiling.find(search.plan, system, search.system.time(), search, SecondOpinion.NONE);
  }

  /** Ten queries a second, none of them late, as long as they are not paused. */
  private static final class Readers implements ReadLoad {
    private final SimulatedSystem system;
    private final Behaviour read;
    private final Behaviour alone;
    private final Duration runOn;
    private long outstanding;
    private int pauses;
    private boolean paused;

    Readers(SimulatedSystem system, Behaviour read, Behaviour alone, Duration runOn) {
      this.system = system;
      this.read = read;
      this.alone = alone;
      this.runOn = runOn;
    }

    @Override
    public void pause() {
      paused = true;
      int pause = ++pauses;
      if (runOn.isZero()) {
        end(pause);
      } else {
        system.time().in(runOn, () -> end(pause));
      }
    }

    private void end(int pause) {
      if (paused && pauses == pause) {
        outstanding = 0;
        system.become(alone);
      }
    }

    @Override
    public void resume() {
      paused = false;
      outstanding = 1;
      system.become(read);
    }

    /** Ten of them, whatever is asked for. */
    @Override
    public void rate(double perSecond) {}

    @Override
    public long outstanding() {
      return outstanding;
    }

    @Override
    public void written(JobConfig running, long samples) {}

    @Override
    public Optional<Reads> between(long fromMillis, long toMillis) {
      double seconds = (toMillis - fromMillis) / 1e3;
      long answered = paused ? 0 : Math.round(10 * seconds);
      return Optional.of(
          new Reads(
              seconds,
              answered,
              answered,
              0,
              0,
              answered / seconds,
              paused ? null : 5.0,
              paused ? null : 9.0,
              paused ? null : 9.0,
              0,
              0.0,
              Map.of(),
              null,
              null));
    }
  }
}
