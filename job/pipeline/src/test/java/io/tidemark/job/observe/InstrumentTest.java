package io.tidemark.job.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.observe.InstrumentRequest.BoundInFlight;
import io.tidemark.job.observe.InstrumentRequest.Bounded;
import io.tidemark.job.observe.InstrumentRequest.Observations;
import io.tidemark.job.observe.InstrumentRequest.Peek;
import io.tidemark.job.observe.InstrumentRequest.Read;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.operators.coordination.CoordinationRequest;
import org.apache.flink.runtime.operators.coordination.CoordinationResponse;
import org.apache.flink.streaming.api.operators.collect.CollectCoordinationResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InstrumentTest {
  private final Instrument instrument = new Instrument();

  @ParameterizedTest
  @CsvSource({"2, 1, 1", "3, 1, 2", "4, 2, 2", "16, 8, 8", "17, 8, 9"})
  void dividesABoundEvenlyOverEqualProcesses(int batches, int first, int second) {
    assertThat(Instrument.shares(batches, List.of("a", "b", "a", "b")))
        .isEqualTo(Map.of("a", first, "b", second));
  }

  @Test
  void givesAProcessWithMoreWritersMoreOfTheRestAndNoneNothing() {
    assertThat(Instrument.shares(10, List.of("a", "a", "a", "b")))
        .isEqualTo(Map.of("a", 7, "b", 3));
    assertThat(Instrument.shares(1, List.of("a", "b"))).isEqualTo(Map.of("a", 1, "b", 1));
  }

  @Test
  void tellsEachProcessItsShareOnceABoundIsSet() {
    assertThat(told(writer(0, "a"))).isZero();
    assertThat(told(writer(1, "b"))).isZero();
    assertThat(ask(new BoundInFlight(6))).isEqualTo(new Bounded(true, 2));
    assertThat(told(writer(0, "a"))).isEqualTo(3);
    assertThat(told(writer(1, "b"))).isEqualTo(3);
  }

  @Test
  void refusesABoundThatWouldLeaveAProcessWithoutAny() {
    assertThat(ask(new BoundInFlight(6))).isEqualTo(new Bounded(false, 0));
    told(writer(0, "a"));
    told(writer(1, "b"));
    assertThat(ask(new BoundInFlight(1))).isEqualTo(new Bounded(false, 2));
    assertThat(told(writer(0, "a"))).isZero();
  }

  @Test
  void aWriterThatMovedCountsWhereItIsNow() {
    told(writer(0, "a"));
    told(writer(1, "b"));
    told(writer(1, "a"));
    ask(new BoundInFlight(1));
    assertThat(told(writer(0, "a"))).isEqualTo(1);
  }

  @Test
  void givesWhatIsNewAndForgetsTheOldest() {
    for (int i = 0; i < 20_010; i++) {
      told(writer(i % 2, "a"));
    }
    var all = (Observations) ask(new Read(-1));
    assertThat(all.first()).isEqualTo(10);
    assertThat(all.observations()).hasSize(20_000);
    assertThat(((Observations) ask(new Read(all.last()))).observations()).isEmpty();
    told(writer(0, "a"));
    var rest = (Observations) ask(new Read(all.last()));
    assertThat(rest.observations()).hasSize(1);
    assertThat(rest.first()).isEqualTo(20_010);
  }

  @Test
  void tasksSpareThemselvesUntilSomeoneAsks() {
    assertThat(Instrument.isWatched(answer(writer(0, "a")))).isFalse();
    assertThat(((Observations) ask(new Peek(-1))).observations()).hasSize(1);
    assertThat(Instrument.isWatched(answer(writer(0, "a")))).isFalse();
    ask(new Read(Read.NEWEST));
    for (int i = 1; i < Instrument.MAX_UNREAD; i++) {
      assertThat(Instrument.isWatched(answer(writer(0, "a")))).isTrue();
    }
    assertThat(Instrument.isWatched(answer(writer(0, "a")))).isFalse();
  }

  private CoordinationResponse answer(Observation observation) {
    return (CoordinationResponse) ask(observation);
  }

  private long told(Observation observation) {
    return ((CollectCoordinationResponse) ask(observation)).getLastCheckpointedOffset();
  }

  private Object ask(CoordinationRequest request) {
    return instrument.handleCoordinationRequest(request).join();
  }

  private static Observation writer(int subtask, String process) {
    var writing = new Observation.Writing(1, new double[0], new byte[0], new byte[0], List.of());
    var reading =
        new ProcessReading(process, "host", 2, 0, 0, 0, 0, 2, 0, null, Map.of(), null, null);
    return new Observation(subtask, 0, 0, writing, reading);
  }
}
