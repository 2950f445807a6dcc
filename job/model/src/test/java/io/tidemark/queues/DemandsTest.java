package io.tidemark.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.queues.Demands.Database;
import io.tidemark.queues.Demands.Host;
import io.tidemark.queues.Demands.Job;
import io.tidemark.queues.Demands.Limits;
import io.tidemark.queues.Demands.Seconds;
import org.junit.jupiter.api.Test;

/** What is expected follows from capacity over demand, and from Little's law. */
class DemandsTest {
  private static final double PLENTY = 1_000;

  /** Two cores, one second of CPU; eight slots. */
  private final Database database = node(1, 2);

  /** Half a second of its busiest thread, a second of all. */
  private final Job job = new Job(0.5, 1, 2, Double.POSITIVE_INFINITY, 0, 1);

  private final Demands apart = new Demands(database, job, Host.NONE, 64);

  @Test
  void eachHasItsHostToItself() {
    assertThat(apart.calls()).isCloseTo(2, within(1e-6));
  }

  @Test
  void jobAndDatabaseShareTheCoresOfOneHost() {
    assertThat(apart.with(new Host(2, 0)).calls()).isCloseTo(1, within(0.01));
    assertThat(apart.with(new Host(3, 1)).calls()).isCloseTo(1, within(0.01));
    assertThat(apart.with(new Host(4, 0)).calls()).isCloseTo(2, within(0.01));
  }

  @Test
  void slotsLetAsManyThroughAsTheyHold() {
    Demands held = apart.with(database.withCores(64).withHeld(7).withSlots(4));

    assertThat(held.calls()).isCloseTo(0.5, within(1e-6));
    assertThat(held.with(held.database().withSlots(8)).calls()).isCloseTo(1, within(1e-6));
    assertThat(held.with(held.database().withLetIn(2)).calls()).isCloseTo(0.25, within(1e-6));
  }

  @Test
  void lineAndStorageServeOneAfterTheOther() {
    assertThat(apart.with(database.withLine(2)).calls()).isCloseTo(0.5, within(0.01));
    assertThat(apart.with(database.withStorage(4)).calls()).isCloseTo(0.25, within(0.01));
  }

  /** A second on a core, of which a slot waits for a quarter: four a second, but for the cores. */
  @Test
  void whatGoesOnBesideASlotTakesCoresAndNoneOfItsTime() {
    Demands beside = apart.with(database.withSlots(1).withCores(64).withInTurn(0.25)).with(free());

    assertThat(beside.calls()).isCloseTo(4, within(1e-6));
    assertThat(beside.with(beside.database().withCores(2)).calls()).isCloseTo(2, within(1e-6));
    assertThat(beside.with(beside.database().withStorage(0.5)).calls()).isCloseTo(2, within(1e-6));
  }

  private static Database node(int nodes, double cores) {
    return new Database(nodes, new Limits(8, PLENTY, cores), new Seconds(1, 1, 0, 0, 0, 0), 1);
  }

  private static Job free() {
    return new Job(0, 0, 2, Double.POSITIVE_INFINITY, 0, 1);
  }

  @Test
  void requestsThatAreOnTheirWayAreNotInside() {
    Demands far = apart.with(database.withCores(64).withOutside(3)).withInFlight(4);

    assertThat(far.calls()).isCloseTo(1, within(0.01));
    assertThat(far.withInFlight(8).calls()).isCloseTo(2, within(0.01));
  }

  @Test
  void aSourceGivesNoMoreThanItIsAskedFor() {
    assertThat(apart.with(job.withAsked(0.3)).calls()).isCloseTo(0.3, within(1e-6));
  }

  @Test
  void requestsGoToEachNodeInTurn() {
    assertThat(apart.with(node(2, 1)).calls()).isCloseTo(2, within(1e-6));
  }
}
