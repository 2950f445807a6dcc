package io.tidemark.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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

  private final Time time = Time.REAL;
  private final DatabaseLog log = new DatabaseLog(time);
  private final long startNanos = time.nanos();
  private final long startMillis = time.millis();

  @Test
  void noReadingWithinTheWindowIsNothing() {
    read(0, 10, 0);

    assertThat(log.in(startMillis + 5_000, startMillis + 7_000, null)).isNull();
  }

  /** A read-only database computes nothing and takes no rows, but it says that it is read-only. */
  @Test
  void oneReadingSaysWhatIsAndNoRates() {
    read(1_000, 10, 1);

    Window.Database read = log.in(startMillis, startMillis + 2_000, null);

    assertThat(read.readOnly()).isTrue();
    assertThat(read.cpuCoresUsed()).isNull();
  }

  @Test
  void ratesAreBetweenTheReadingsWithinTheWindow() {
    read(1_000, 10, 0);
    read(3_000, 11, 0);

    Window.Database read = log.in(startMillis, startMillis + 4_000, null);

    assertThat(read.cpuCoresUsed()).as("to the millisecond").isCloseTo(0.5, within(1e-3));
    assertThat(read.readOnly()).isFalse();
  }

  @Test
  void isLostWhenItCanNoLongerBeRead() {
    read(0, 10, 0);
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

  @Test
  void aRunsShareIsWhatGrewBetweenTheFirstReadingAndTheLast() {
    read(0, 10, 0, Map.of("nan", 5.0, "big_timestamp", 2.0));
    read(1_000, 12, 0, Map.of("nan", 5.0, "big_timestamp", 9.0, "small_timestamp", 1.0));

    assertThat(log.change().cpuSeconds()).isEqualTo(2);
    assertThat(log.change().rowsIgnored())
        .isEqualTo(Map.of("big_timestamp", 7L, "small_timestamp", 1L));
    assertThat(log.change().restarted()).isFalse();
  }

  @Test
  void rowsIgnoredForANewReasonVoidTheWindowInWhichItCameUp() {
    read(0, 10, 0, Map.of());
    read(3_000, 11, 0, Map.of("small_timestamp", 1.0));

    assertThat(log.in(startMillis + 1_000, startMillis + 4_000, null).rowsIgnored())
        .isEqualTo(Map.of("small_timestamp", 1L));
  }

  private void read(long afterMillis, double cpuSeconds, double readOnly) {
    read(afterMillis, cpuSeconds, readOnly, Map.of());
  }

  @Test
  void sessionsThatWaitAreAShareOfThoseAtWork() {
    readSessions(1_000, new TsdbNode.Sessions(of(4), of(100), of(4), of(0), List.of("one")));
    readSessions(2_000, new TsdbNode.Sessions(of(8), of(100), of(2), of(3), List.of()));

    Window.Sessions read = log.in(startMillis, startMillis + 3_000, null).sessions();
    assertThat(read.active()).isEqualTo(6);
    assertThat(read.capacity()).isEqualTo(100);
    assertThat(read.lockShare()).isEqualTo(0.5);
    assertThat(read.storageShare()).isEqualTo(0.25);
    assertThat(read.lockHolders()).containsExactly("one");
    assertThat(log.in(startMillis + 1_500, startMillis + 3_000, null).sessions().lockHolders())
        .isEmpty();
  }

  @Test
  void aDatabaseWithoutSessionsHasNone() {
    read(1_000, 10, 0);
    assertThat(log.in(startMillis, startMillis + 2_000, null).sessions()).isNull();
  }

  private static OptionalDouble of(double value) {
    return OptionalDouble.of(value);
  }

  private void read(
      long afterMillis, double cpuSeconds, double readOnly, Map<String, Double> ignored) {
    var node =
        new TsdbNode(
            "one",
            TsdbNode.Role.SINGLE,
            startNanos + afterMillis * 1_000_000,
            Optional.empty(),
            ABSENT,
            new TsdbNode.Cpu(OptionalDouble.of(cpuSeconds), ABSENT),
            new TsdbNode.Pressure(ABSENT, ABSENT),
            ABSENT,
            new TsdbNode.Slots(ABSENT, ABSENT, ABSENT, ABSENT),
            new TsdbNode.Rows(ABSENT, ignored, ABSENT, ABSENT),
            new TsdbNode.Storage(OptionalDouble.of(readOnly), ABSENT, ABSENT, ABSENT),
            Map.of(),
            Map.of());
    log.add(new TsdbSignals(List.of(node), List.of()));
  }

  private void readSessions(long afterMillis, TsdbNode.Sessions sessions) {
    var node =
        new TsdbNode(
            "one",
            TsdbNode.Role.SINGLE,
            startNanos + afterMillis * 1_000_000,
            Optional.empty(),
            ABSENT,
            new TsdbNode.Cpu(ABSENT, ABSENT),
            new TsdbNode.Pressure(ABSENT, ABSENT),
            ABSENT,
            new TsdbNode.Slots(ABSENT, ABSENT, ABSENT, ABSENT),
            new TsdbNode.Rows(ABSENT, Map.of(), ABSENT, ABSENT),
            new TsdbNode.Storage(ABSENT, ABSENT, ABSENT, ABSENT),
            sessions,
            Map.of(),
            Map.of());
    log.add(new TsdbSignals(List.of(node), List.of()));
  }
}
