package io.tidemark.ceiling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.measure.window.Host;
import io.tidemark.queues.Residual;
import org.junit.jupiter.api.Test;

/** Of 100 requests per second, eight at a time. */
class FitTest {
  private final Scene scene = new Scene().saturated();

  private double held() {
    return scene.facts().fit().demands().database().seconds().held();
  }

  /** Eight slots, 100 requests per second: 80 ms each, of which 10 ms are CPU. */
  @Test
  void whatCpuDoesNotExplainHoldsRequests() {
    scene.slotsInUse = 8;

    assertThat(held()).isCloseTo(0.07, within(0.001));
  }

  /** 11.9 per second alone, so 84 ms each. */
  @Test
  void oneRequestAloneShowsWhatHoldsIt() {
    scene.slotsInUse = 8;
    scene.least = Scene.oneInFlight(119_000);

    assertThat(held()).isCloseTo(0.074, within(0.001));
  }

  @Test
  void whereCpuIsFullNothingElseHoldsThem() {
    scene.slotsInUse = 8;
    scene.databaseCores = 3.9;

    assertThat(held()).isZero();
  }

  /**
   * As many alone as eight at a time, at a quarter of the CPU: that is a quota that no page shows,
   * or a disk or a lock that serves one after the other.
   */
  @Test
  void nobodyKnowsWhatIsFullWhereMoreInsideGetNoMoreThrough() {
    scene.slotsInUse = 8;
    scene.least = Scene.oneInFlight(1e6);

    Fit fit = scene.facts().fit();
    Verdict verdict = Attribution.judge(scene.facts());

    assertThat(fit.coresUnseen()).isTrue();
    assertThat(fit.demands().database().limits().cores()).isCloseTo(1, within(0.1));
    assertThat(verdict.cause()).isEqualTo(Cause.INCONCLUSIVE);
    assertThat(verdict.reason()).contains("a CPU quota that no page shows, or a disk or a lock");
    var assumed = new Facts(scene.facts().seen(), Residual.FEWER_CORES);
    assertThat(Attribution.judge(assumed).cause()).isEqualTo(Cause.TSDB_CPU);
  }

  @Test
  void whoWaitsOutsideIsLetInAsManyAreInside() {
    scene.slotsInUse = 2;
    scene.gainedByMore = false;

    assertThat(scene.facts().fit().demands().database().limits().letIn()).isEqualTo(2);
  }

  /** Four inside, on four cores that are full, half of the slots free: more cores are of no use. */
  @Test
  void aFullCpuIsNotWaitedForWhereEachInsideHasACore() {
    scene.slotsInUse = 4;
    scene.databaseCores = 3.9;
    scene.gainedByMore = false;

    assertThat(scene.facts().fit().demands().database().limits().letIn()).isEqualTo(4);
    assertThat(Cause.TSDB_CPU.gain(scene.facts())).isLessThan(1.05);

    scene.cpuWaiting = 0.5;
    assertThat(scene.facts().fit().demands().database().limits().letIn()).isGreaterThan(100);

    scene.cpuWaiting = null;
    for (double other : new double[] {2, 6}) {
      scene.slotsInUse = other;
      assertThat(scene.facts().fit().demands().database().limits().letIn()).isGreaterThan(100);
      assertThat(Cause.TSDB_CPU.gain(scene.facts())).isGreaterThan(1.9);
    }
  }

  @Test
  void onAFullHostRequestsWaitForItsCores() {
    scene.slotsInUse = 8;
    scene.host = new Host(4, 4, true);
    scene.jobCores = 2;
    scene.databaseCores = 2.0;

    assertThat(held()).isZero();
  }
}
