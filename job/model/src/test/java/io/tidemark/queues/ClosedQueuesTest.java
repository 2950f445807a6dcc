package io.tidemark.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ClosedQueuesTest {
  @Test
  void oneRequestTakesTheSumOfItsTimes() {
    assertThat(new ClosedQueues(4, 0.2, 0.3, 0.1, 0.4).throughput(1)[1]).isCloseTo(1, within(1e-9));
  }

  /** By hand: alone 1 s of 2; two of them wait half a second for each other, so 2 in 2.5 s. */
  @Test
  void twoThatComputeOnOneCoreWaitForEachOther() {
    assertThat(new ClosedQueues(1, 1, 1).throughput(2)[2]).isCloseTo(0.8, within(1e-9));
  }

  @Test
  void asManyAsThereAreCoresDoNotWait() {
    double[] rates = new ClosedQueues(4, 1, 0).throughput(16);

    assertThat(rates[4]).isCloseTo(4, within(1e-9));
    assertThat(rates[16]).isCloseTo(4, within(1e-9));
  }

  @Test
  void aPartOfACoreComputesAsMuchLonger() {
    assertThat(new ClosedQueues(0.5, 1, 0).throughput(8)[8]).isCloseTo(0.5, within(1e-9));
  }

  /** By hand: who comes finds the other one in service half of the time, with half of it left. */
  @Test
  void aQueueWhoseTimesDoNotVaryIsWaitedForLess() {
    assertThat(new ClosedQueues(1, 0, 1, 1).throughput(2)[2]).isCloseTo(2 / 2.25, within(1e-9));
  }

  @Test
  void aQueueThatIsFullLetsNoMoreThrough() {
    assertThat(new ClosedQueues(8, 0.1, 0.1, 0.5).throughput(64)[64]).isCloseTo(2, within(0.01));
  }

  /**
   * By the Markov chain of those on the core: with one query there, each writes at 1/2 alone and at
   * 2/3 if both compute, so that 0, 1 and 2 of them are there 1, 4 and 6 of 11 times.
   */
  @Test
  void aQueryThatNeverRestsTakesAsMuchOfACoreAsARequest() {
    double[] rates = new ClosedQueues(1, 1, 1).throughput(2, 1);

    assertThat(rates[1]).isCloseTo(1.0 / 3, within(1e-9));
    assertThat(rates[2]).isCloseTo(6.0 / 11, within(1e-9));
  }

  @Test
  void queriesCostNothingWhereThereIsACoreForEach() {
    assertThat(new ClosedQueues(4, 1, 0).throughput(2, 2)[2]).isCloseTo(2, within(1e-9));
  }

  @Test
  void betweenTwoNumbersOfRequestsIsAMean() {
    double[] rates = {0, 1, 3};

    assertThat(ClosedQueues.at(rates, 1.5)).isEqualTo(2);
    assertThat(ClosedQueues.at(rates, 9)).isEqualTo(3);
  }
}
