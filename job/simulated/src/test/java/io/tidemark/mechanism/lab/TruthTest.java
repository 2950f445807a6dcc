package io.tidemark.mechanism.lab;

import static io.tidemark.mechanism.lab.Parameter.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.tidemark.mechanism.job.Job;
import io.tidemark.mechanism.job.Writer;
import org.junit.jupiter.api.Test;

/** Of set-ups that have one thing too little: that thing, and none else, is what gains. */
class TruthTest {
  private static final Setup PLENTY =
      Setup.of("plenty").with(DATABASE_CPUS, 16).with(SLOTS, 64).with(Parameter.IN_FLIGHT, 32);

  private static Truth truth(Setup setup) {
    return Truth.of(setup, 1);
  }

  @Test
  void fewCores() {
    Truth truth = truth(PLENTY.with(DATABASE_CPUS, 1));
    assertThat(truth.right()).as("%s", truth).containsExactly(Knob.DATABASE_CPU);
    assertThat(truth.gains().get(Knob.DATABASE_CPU)).isCloseTo(2, within(0.15));
  }

  @Test
  void aQuota() {
    Truth truth = truth(PLENTY.with(DATABASE_QUOTA, 1.5));
    assertThat(truth.right()).as("%s", truth).containsExactly(Knob.DATABASE_CPU);
  }

  @Test
  void fewSlotsThatWaitForTheDisk() {
    Truth truth = truth(PLENTY.with(SLOTS, 2).with(LOG_BYTES, 0.1).with(DISK_LATENCY_SECONDS, 0.2));
    assertThat(truth.right()).as("%s", truth).contains(Knob.SLOTS, Knob.DISK).hasSize(2);
  }

  @Test
  void aRoundTrip() {
    Truth truth = truth(PLENTY.with(Parameter.IN_FLIGHT, 2).with(ROUND_TRIP_SECONDS, 0.2));
    assertThat(truth.right()).as("%s", truth).contains(Knob.IN_FLIGHT, Knob.ROUND_TRIP);
    assertThat(truth.right()).doesNotContain(Knob.DATABASE_CPU, Knob.BANDWIDTH, Knob.SLOTS);
  }

  @Test
  void aThinLine() {
    Truth truth = truth(PLENTY.with(JOB_LINE, 2e6));
    assertThat(truth.right()).as("%s", truth).containsExactly(Knob.BANDWIDTH);
    assertThat(truth.throughput() * 12).isCloseTo(2e6, withinPercentage(5));
  }

  @Test
  void aProxysLimit() {
    Truth truth = truth(PLENTY.with(PROXY, 1).with(Parameter.PROXY_LIMIT, 2));
    assertThat(truth.right()).as("%s", truth).containsExactly(Knob.PROXY_LIMIT);
  }

  @Test
  void aLock() {
    Truth truth = truth(PLENTY.with(LOCKED_SECONDS, 0.02));
    assertThat(truth.right()).as("%s", truth).containsExactly(Knob.LOCK);
    assertThat(truth.throughput()).isCloseTo(10_000 / 0.02, withinPercentage(5));
  }

  @Test
  void aCacheThatThrashes() {
    Truth truth =
        truth(
            PLENTY
                .with(DATABASE_CPUS, 2)
                .with(SERIES, 400_000)
                .with(CACHED_SERIES, 200_000)
                .with(MISS_SECONDS, 40e-6));
    assertThat(truth.right())
        .as("%s", truth)
        .containsExactlyInAnyOrder(Knob.MEMORY, Knob.FEWER_SERIES);
  }

  /** 8 bytes a sample, merged at 3 levels, to a disk of 10 MB/s. */
  @Test
  void aDiskThatMergingFills() {
    Truth truth = truth(PLENTY.with(DISK_RATE, 10e6).with(DISK_BYTES, 8).with(FLUSH_SAMPLES, 2e5));
    assertThat(truth.right()).as("%s", truth).containsExactly(Knob.DISK);
  }

  @Test
  void aRateThatIsKept() {
    Truth truth = truth(PLENTY.with(SOURCE_RATE, 20_000));
    assertThat(truth.right()).as("%s", truth).containsExactly(Knob.SOURCE);
    assertThat(truth.throughput()).isCloseTo(240_000, withinPercentage(3));
  }

  @Test
  void aJobWithOneCopyOfEachSample() {
    Truth truth = truth(PLENTY.with(COPIES, 1).with(JOB_CPUS, 1).with(PARALLELISM, 1));
    assertThat(truth.right()).as("%s", truth).containsExactly(Knob.JOB_CPU);
  }

  @Test
  void aDeadBackend() {
    Truth truth =
        truth(
            PLENTY
                .with(Parameter.IN_FLIGHT, 4)
                .with(PROXY, 1)
                .with(BACKENDS, 2)
                .with(DEAD_BACKENDS, 1));
    assertThat(truth.right()).as("%s", truth).contains(Knob.BACKEND);
  }

  @Test
  void theSameSeedGivesTheSameAgain() {
    Setup setup = PLENTY.with(DATABASE_CPUS, 2).with(SERVICE_CV, 2);
    assertThat(truth(setup)).isEqualTo(truth(setup));
  }

  /** Requests in flight = requests per second × seconds of each. */
  @Test
  void littlesLawHolds() {
    var world = new World(PLENTY.with(DATABASE_CPUS, 2).with(SERVICE_CV, 2), 3);
    try (Job job = world.start(world.plan())) {
      world.clock().runFor(60);
      double inFlight = 0;
      double seconds = 0;
      for (Writer writer : job.writers()) {
        inFlight += writer.counts().inFlightSeconds;
        seconds += writer.counts().batchSeconds;
      }
      assertThat(seconds).isCloseTo(inFlight, withinPercentage(1));
      assertThat(inFlight / 60).isCloseTo(32, within(0.5));
    }
  }

  /** Each row is stored twice: half of the throughput of as many storage nodes. */
  @Test
  void twoCopiesOfEachRowTakeTwiceTheWork() {
    Setup cluster =
        PLENTY
            .with(STORAGE_NODES, 2)
            .with(DATABASE_CPUS, 4)
            .with(LINK_BUFFER_SAMPLES, 20_000)
            .with(SERVICE_CV, 0.3);
    double once = new World(cluster, 1).throughput(5, 10);
    double twice = new World(cluster.with(REPLICATION, 2), 1).throughput(5, 10);
    assertThat(once / twice).isCloseTo(2, within(0.25));
  }
}
