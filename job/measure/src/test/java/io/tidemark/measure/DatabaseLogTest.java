package io.tidemark.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.TsdbSignals;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class DatabaseLogTest {
  private static final OptionalDouble ABSENT = OptionalDouble.empty();
  private static final long ANY_MOMENT_AFTER_MILLIS = 60_000;

  private final DatabaseLog log = new DatabaseLog();
  private final long startNanos = System.nanoTime();
  private final long startMillis = System.currentTimeMillis();

  @Test
  void toldNothingWithinTheWindowIsNothing() {
    tell(0, 10, 0);

    assertThat(log.in(startMillis + 5_000, startMillis + 7_000, null)).isNull();
  }

  /** A read-only database computes nothing and takes no rows, but it says that it is read-only. */
  @Test
  void oneReadingTellsWhatIsAndNoRates() {
    tell(1_000, 10, 1);

    Window.Database read = log.in(startMillis, startMillis + 2_000, null);

    assertThat(read.readOnly()).isTrue();
    assertThat(read.cpuCoresUsed()).isNull();
  }

  @Test
  void ratesAreBetweenTheReadingsWithinTheWindow() {
    tell(1_000, 10, 0);
    tell(3_000, 11, 0);

    Window.Database read = log.in(startMillis, startMillis + 4_000, null);

    assertThat(read.cpuCoresUsed()).isEqualTo(0.5);
    assertThat(read.readOnly()).isFalse();
  }

  @Test
  void isLostWhenItCanNoLongerBeRead() {
    tell(0, 10, 0);
    log.failed("refused");

    assertThat(log.lostIn(startMillis, startMillis + ANY_MOMENT_AFTER_MILLIS)).isTrue();
    assertThat(log.lostIn(startMillis - 2_000, startMillis - 1_000)).isFalse();
  }

  @Test
  void isNotLostIfItCouldNeverBeRead() {
    log.failed("HTTP 403");

    assertThat(log.lostIn(startMillis, startMillis + ANY_MOMENT_AFTER_MILLIS)).isFalse();
    assertThat(log.failure()).hasValue("HTTP 403");
  }

  private void tell(long afterMillis, double cpuSeconds, double readOnly) {
    var node =
        new TsdbNode(
            "one",
            TsdbNode.Role.SINGLE,
            startNanos + afterMillis * 1_000_000,
            Optional.empty(),
            ABSENT,
            new TsdbNode.Cpu(OptionalDouble.of(cpuSeconds), ABSENT, ABSENT),
            new TsdbNode.Pressure(ABSENT, ABSENT, ABSENT, ABSENT, ABSENT, ABSENT),
            new TsdbNode.Memory(ABSENT, ABSENT),
            new TsdbNode.Slots(ABSENT, ABSENT, ABSENT, ABSENT),
            new TsdbNode.Requests(ABSENT, ABSENT),
            new TsdbNode.Rows(ABSENT, ABSENT, Map.of(), ABSENT, ABSENT, ABSENT, ABSENT, ABSENT),
            new TsdbNode.Storage(
                OptionalDouble.of(readOnly), ABSENT, ABSENT, ABSENT, ABSENT, ABSENT, ABSENT),
            Map.of(),
            Map.of());
    log.add(new TsdbSignals(List.of(node), List.of()));
  }
}
