package io.tidemark.job.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.job.observe.Observation.Writing;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ObservationTest {
  private static final byte[] NONE = {};

  /** A job of another version sends the values by these places. */
  @Test
  void noCounterEverChangesItsPlace() {
    assertThat(Arrays.stream(WriterCounter.values()).map(Enum::name))
        .startsWith(
            "SAMPLES",
            "IN_FLIGHT_SECONDS",
            "PERMIT_WAIT_SECONDS",
            "BATCHES",
            "BATCH_SECONDS",
            "CALLS",
            "THROTTLED",
            "FAILED",
            "REJECTED",
            "SENT_BYTES",
            "CONNECT_SECONDS",
            "SEND_SECONDS",
            "ANSWER_SECONDS",
            "HTTP_CPU_SECONDS",
            "RETRIES",
            "RAW_BYTES");
  }

  @Test
  void aCounterThatAnOlderWriterDoesNotHaveIsZero() {
    var writing = new Writing(1, new double[] {5}, NONE, NONE, List.of());

    assertThat(writing.count(WriterCounter.SAMPLES)).isEqualTo(5);
    assertThat(writing.count(WriterCounter.BATCHES)).isZero();
  }

  /** One from before the counters had places has none of them. */
  @Test
  void whatCannotBeReadSaysWhatToDo() {
    assertThatThrownBy(() -> new Writing(1, null, NONE, NONE, List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("start the job again");
  }
}
