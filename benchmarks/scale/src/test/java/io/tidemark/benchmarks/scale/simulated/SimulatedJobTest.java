package io.tidemark.benchmarks.scale.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.benchmarks.scale.simulated.Setup.Checkpointing;
import io.tidemark.benchmarks.scale.simulated.Setup.Cluster;
import io.tidemark.benchmarks.scale.simulated.Setup.Load;
import io.tidemark.benchmarks.scale.simulated.Setup.Store;
import io.tidemark.benchmarks.scale.simulated.Setup.Trouble;
import io.tidemark.benchmarks.scale.simulated.Setup.Writing;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimulatedJobTest {
  private static final long SECOND = Setup.SECOND;

  private static Outcome run(Setup setup) {
    return SimulatedJob.run(setup, SECOND, 4 * SECOND);
  }

  /** One core and 100 ns for each sample: 10 M samples/s, less what blocks and buffers cost. */
  @ParameterizedTest
  @CsvSource({"1, 1, 1", "1, 2, 2", "4, 2, 1"})
  void fullCoresWriteWhatCoresOverCostsAre(int taskManagers, int slots, double cores) {
    Outcome outcome = run(Setups.of(taskManagers, slots, cores));
    assertThat(outcome.samplesPerSecond())
        .isCloseTo(taskManagers * cores / 100e-9, Percentage.withPercentage(3));
    assertThat(outcome.limit(0)).isEqualTo(Outcome.Limit.CORES);
  }

  /** Its slowest stage bounds a pipeline: 50 ns are 20 M samples/s, whatever cores are idle. */
  @Test
  void theBusiestThreadBoundsAJobWithCoresToSpare() {
    Outcome outcome = run(Setups.of(1, 1, 8));
    assertThat(outcome.samplesPerSecond()).isCloseTo(1 / 50e-9, Percentage.withPercentage(2));
    assertThat(outcome.limit(0)).isEqualTo(Outcome.Limit.AMPLIFIER);
    assertThat(outcome.sourceBlocked()).isGreaterThan(0.5);
  }

  /** Little's law: 3 batches of 10,000 every 100 ms, and what sending one takes. */
  @Test
  void permitsBoundAJobByTheRoundTrip() {
    Setup setup =
        Setups.of(4, 1, 4).with(Store.nothing(100 * Setup.MILLI)).with(new Writing(10_000, 3));
    Outcome outcome = run(setup);
    double roundTrip = 0.1 + 10_000 * 30e-9;
    assertThat(outcome.samplesPerSecond())
        .isCloseTo(3 * 10_000 / roundTrip, Percentage.withPercentage(2));
    assertThat(outcome.limit(0)).isEqualTo(Outcome.Limit.IN_FLIGHT);
    assertThat(outcome.permits()).isCloseTo(1, within(0.01));
  }

  @Test
  void aFullDatabaseStoresWhatItCan() {
    Outcome outcome = run(Setups.of(2, 2, 4).with(new Store(3, 1e6, 2 * Setup.MILLI, true)));
    assertThat(outcome.samplesPerSecond()).isCloseTo(3e6, Percentage.withPercentage(5));
    assertThat(outcome.limit(0)).isEqualTo(Outcome.Limit.DATABASE);
  }

  /** 25 bytes for each sample, and 21/10 of its source sample, of which half stays at home. */
  @Test
  void aFullLinkCarriesWhatItCan() {
    Setup setup = Setups.of(2, 2, 16);
    Cluster cluster = setup.cluster();
    Outcome outcome =
        run(setup.with(new Cluster(2, 2, 1, 16, 100e6, 50_000, cluster.segmentBytes())));
    double bytes = 25 + 0.5 * (20 + 33.0 / 64) / 10;
    assertThat(outcome.samplesPerSecond())
        .isCloseTo(2 * 100e6 / bytes, Percentage.withPercentage(3));
    assertThat(outcome.limit(0)).isEqualTo(Outcome.Limit.LINK);
  }

  @Test
  void whatTheLoadAsksForIsWritten() {
    Setup setup = Setups.of(2, 2, 4).with(new Load(Setups.ROUND, 5e6, 0, 4, 0));
    Outcome outcome = run(setup);
    assertThat(outcome.samplesPerSecond()).isCloseTo(5e6, Percentage.withPercentage(2));
    assertThat(outcome.limit(5e6)).isEqualTo(Outcome.Limit.LOAD);
    assertThat(outcome.sourceBlocked()).isLessThan(0.01);
  }

  /** Every amplifier has the same share, so all wait for those that run at a quarter. */
  @Test
  void aSlowTaskManagerBoundsAKeyedJobAtNTimesItsRate() {
    int n = 4;
    Setup setup = Setups.of(n, 1, 1).with(new Trouble(0, 0.25, 0, 0));
    double slowAlone = 0.25 / 100e-9;
    assertThat(run(setup).samplesPerSecond())
        .isCloseTo(n * slowAlone, Percentage.withPercentage(10));
  }

  /** Sources of one partition: one of four subtasks reads at all, 20 ns for each sample. */
  @Test
  void partitionsBoundTheSourcesThatRead() {
    Setup setup = Setups.of(4, 1, 8).with(new Load(Setups.ROUND, 0, 0, 1, 0));
    Outcome outcome = run(setup);
    assertThat(outcome.samplesPerSecond()).isCloseTo(1 / 20e-9, Percentage.withPercentage(5));
    assertThat(outcome.limit(0)).isEqualTo(Outcome.Limit.SOURCE);
  }

  /** 40 series over four subtasks are far from even, and the busiest bounds all. */
  @Test
  void theSubtaskWithMostSeriesBoundsAJobWithCoresToSpare() {
    Setup setup = Setups.of(4, 1, 8).with(new Load(Setups.ROUND, 0, 0, 4, 40));
    Outcome outcome = run(setup);
    assertThat(outcome.skew()).isGreaterThan(1.2);
    assertThat(outcome.samplesPerSecond())
        .isCloseTo(4 / 50e-9 / outcome.skew(), Percentage.withPercentage(3));
    assertThat(outcome.limit(0)).isEqualTo(Outcome.Limit.AMPLIFIER);
  }

  /** Sources of 1,000 samples end before the window begins, so nothing is full in it. */
  @Test
  void aJobInWhichNothingIsFullHasNoKnownLimit() {
    Setup setup = Setups.of(2, 2, 4).with(new Load(Setups.ROUND, 5e6, 1_000, 4, 0));
    assertThat(run(setup).limit(5e6)).isEqualTo(Outcome.Limit.UNKNOWN);
  }

  @ParameterizedTest
  @CsvSource({"false, 8", "false, 2", "true, 8", "true, 2"})
  void noSampleIsLostOrCountedTwiceOverALoss(boolean unaligned, int inFlight) {
    long sourceSamples = 400_000;
    Setup setup =
        Setups.of(2, 2, 1)
            .with(new Load(Setups.ROUND, 4e6, sourceSamples, 4, 0))
            .with(new Store(2, 4e6, 20 * Setup.MILLI, true))
            .with(new Writing(10_000, inFlight))
            .with(new Checkpointing(300 * Setup.MILLI, unaligned, 100e6))
            .with(new Trouble(-1, 1, 2 * SECOND, SECOND));
    Attempts attempts = Attempts.of(setup, 60 * SECOND);
    assertThat(attempts.ackedBefore()).isPositive().isLessThan(4 * sourceSamples * 10);
    assertThat(attempts.replayed()).isPositive();
    assertThat(attempts.ackedAfter()).isEqualTo(4 * sourceSamples * 10);
  }

  /**
   * The barrier waits behind all that is queued: what is in the buffers, at the rate of writing.
   */
  @Test
  void anAlignedCheckpointOfAJobThatWaitsTakesAsLongAsItsBuffersDo() {
    Setup setup =
        Setups.of(1, 1, 4)
            .with(Store.nothing(200 * Setup.MILLI))
            .with(new Writing(10_000, 2))
            .with(new Checkpointing(2 * SECOND, false, 1e9));
    Outcome outcome = SimulatedJob.run(setup, 10 * SECOND, 30 * SECOND);
    // A channel within a TaskManager holds at most ten full buffers, and one that is being filled.
    double samples = 10.5 * (32 << 10) / (20 + 33.0 / 64) * 10;
    double rate = 2 * 10_000 / 0.2003;
    assertThat(outcome.checkpointSeconds())
        .isCloseTo(samples / rate, Percentage.withPercentage(15));
    Setup unaligned = setup.with(new Checkpointing(2 * SECOND, true, 1e9));
    assertThat(SimulatedJob.run(unaligned, 10 * SECOND, 30 * SECOND).checkpointSeconds())
        .isLessThan(0.5);
  }

  @Test
  void theSameSeedHasTheSameOutcome() {
    Setup setup = Setups.of(3, 2, 2).with(new Store(2, 1e6, Setup.MILLI, true));
    assertThat(run(setup)).isEqualTo(run(setup));
  }
}
