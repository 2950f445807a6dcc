package io.tidemark.ceiling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.tidemark.queues.Demands;
import io.tidemark.queues.Demands.Database;
import io.tidemark.queues.Demands.Host;
import io.tidemark.queues.Demands.Job;
import io.tidemark.queues.Demands.Limits;
import io.tidemark.queues.Demands.Queries;
import io.tidemark.queues.Demands.Seconds;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a change is predicted to do is what the advice promises. */
class ResourceTest {
  private static final double PLENTY = 1_000;

  private final Scene scene = new Scene().saturated();

  /** Requests of a hundredth of a second, ten at a time, and plenty of everything. */
  private static Demands free() {
    var limits = new Limits(PLENTY, PLENTY, PLENTY);
    var database = new Database(1, limits, new Seconds(0.01, 0.01, 0, 0, 0, 0), 1);
    var job = new Job(1e-4, 1e-4, PLENTY, Double.POSITIVE_INFINITY, 0, 1);
    return new Demands(database, job, Host.NONE, 10);
  }

  private static Demands limitedBy(Resource resource) {
    Demands free = free();
    var database = free.database();
    var job = free.job();
    return switch (resource) {
      case STORAGE -> free.with(database.withStorage(0.1));
      case LINE -> free.with(database.withLine(0.1));
      case REFUSALS, GATEWAY -> free.with(database.withLetIn(1));
      case SLOTS -> free.with(database.withSlots(1));
      case DATABASE_CPU -> free.with(database.withCores(1));
      case IN_FLIGHT -> free.withInFlight(1);
      case SOURCE -> free.with(job.withAsked(10));
      case JOB_CPU -> free.with(job.withSeconds(0.1, 0.1));
      case HOT_KEY -> free.with(new Job(0.1, 0.1, PLENTY, job.asked(), 0, 1.6));
      case GC -> free.with(new Job(0.1, 0.1, PLENTY, job.asked(), 0.5, 1));
      case HOST -> free.with(job.withSeconds(0.01, 0.01).withCores(1)).with(new Host(1, 0));
      case READERS -> free.with(database.withCores(1).withQueries(new Queries(10, 0.5)));
      case LOCKS, FAILURES, MEMORY -> free;
    };
  }

  /** A skew is evened out; of the time, three quarters are left for work, where it was a half. */
  private static double gain(Resource resource) {
    return switch (resource) {
      case HOT_KEY -> 1.6;
      case GC -> 1.5;
      case LOCKS, FAILURES, MEMORY -> 1;
      default -> 2;
    };
  }

  @ParameterizedTest
  @EnumSource
  void twiceOfWhatLimitsLetsTwiceAsMuchThrough(Resource resource) {
    Demands limited = limitedBy(resource);

    assertThat(resource.twice(limited).calls())
        .isCloseTo(gain(resource) * limited.calls(), withinPercentage(1));
  }

  @ParameterizedTest
  @EnumSource
  void twiceOfWhatDoesNotLimitGainsNothing(Resource resource) {
    Demands free = free().with(free().job().withSeconds(0.01, 0.01));
    Demands twice = resource.twice(free);

    if (resource != Resource.JOB_CPU) {
      assertThat(twice.calls()).isCloseTo(free.calls(), withinPercentage(1));
    }
  }

  @Test
  void twiceTheSlotsGainUntilTheCpuIsFull() {
    scene.slotsInUse = 8;
    scene.databaseCores = 2.4;
    double full = 1 / 0.6;
    assertThat(Resource.SLOTS.predicted(scene.facts())).isCloseTo(log2(full), near());
  }

  @Test
  void moreInFlightGainsUntilTheSlotsAreTaken() {
    scene.slotsInUse = 5;
    assertThat(Resource.IN_FLIGHT.predicted(scene.facts())).isCloseTo(log2(8 / 5.0), near());
  }

  /** Where the job takes 1.2 of the 4 cores, half of them are missed less. */
  @Test
  void halfTheCoresTakeAwayWhatWasUsedOfThem() {
    scene.databaseCores = 4.0;
    assertThat(Resource.DATABASE_CPU.predicted(scene.facts())).isCloseTo(1, near());
    scene.databaseCores = 2.8;
    scene.host = new io.tidemark.measure.window.Host(4, 4, true);
    assertThat(Resource.DATABASE_CPU.predicted(scene.facts())).isCloseTo(log2(1.4), near());
  }

  @Test
  void halfTheCoresWouldNotShowWhereTheOthersAreNotUsed() {
    scene.databaseCores = 2.2;
    assertThat(Resource.DATABASE_CPU.wouldShow(scene.facts())).isFalse();
    scene.databaseCores = 2.8;
    assertThat(Resource.DATABASE_CPU.wouldShow(scene.facts())).isTrue();
  }

  @Test
  void nothingIsPredictedToGainLessThanACause() {
    scene.slotsInUse = 8;
    assertThat(Resource.IN_FLIGHT.predicted(scene.facts())).isCloseTo(log2(1.2), near());
  }

  private static double log2(double factor) {
    return Math.log(factor) / Math.log(2);
  }

  private static Offset<Double> near() {
    return within(0.06);
  }
}
