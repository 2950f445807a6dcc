package io.tidemark.job.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RefusedShareTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();
  private static final long BEGIN = Long.MAX_VALUE - 30 * SECOND; // nanoTime may overflow

  private final RefusedShare share = new RefusedShare(0.95, Duration.ofMinutes(1), BEGIN);
  private long now = BEGIN;

  private static DeadLetter letter(String reason) {
    return new DeadLetter("{a=\"1\"}", -1, 5, reason, "value=1.0", new byte[] {'1'}, 0);
  }

  /** Each second so many letters of two samples, so many acknowledged. */
  private boolean ends(int seconds, int letters, long acknowledged, long passedPerLetter) {
    for (int second = 0; second < seconds; second++) {
      now += SECOND;
      share.acknowledged(acknowledged, now);
      for (int i = 0; i < letters; i++) {
        share.refused(letter(i == 0 ? "rare" : "usual"), 2, passedPerLetter, now, now);
      }
      if (share.isTooMuch(now)) {
        return true;
      }
    }
    return false;
  }

  @Test
  void aMinuteOfNothingElseIsTooMuchAndLessIsNot() {
    assertThat(ends(60, 10, 0, 0)).isFalse();
    assertThat(ends(1, 10, 0, 0)).isTrue();
    assertThat(share.describe())
        .isEqualTo(
            "nearly everything was refused for 1m, 1,220 of 1,220 samples: usual (1,098), the first: value=1.0 ({a=\"1\"} at 5)");
  }

  @Test
  void aTwentiethThatIsNotRefusedIsEnoughToGoOn() {
    assertThat(ends(600, 10, 2, 0)).isFalse();
    assertThat(ends(90, 10, 1, 0)).isTrue();
  }

  /** While a database stalls nothing is acknowledged, and what a parser let pass waits. */
  @Test
  void whatWasLetPassCountsThoughNothingIsAcknowledged() {
    assertThat(ends(600, 2, 0, 100)).isFalse();
  }

  @Test
  void theMinuteBeginsAnewAfterAGoodTenSeconds() {
    assertThat(ends(50, 10, 0, 0)).isFalse();
    assertThat(ends(10, 10, 1_000, 0)).isFalse();
    assertThat(ends(50, 10, 0, 0)).isFalse();
    assertThat(ends(30, 10, 0, 0)).isTrue();
  }

  @Test
  void aRecordNowAndThenIsNoReason() {
    for (int i = 0; i < RefusedShare.FEWEST - 1; i++) {
      now += 30 * SECOND;
      share.refused(letter("x"), 1, 0, now, now);
      assertThat(share.isTooMuch(now)).isFalse();
    }
    now += 30 * SECOND;
    share.refused(letter("x"), 1, 0, now, now);
    assertThat(share.isTooMuch(now)).isTrue();
  }

  /** A batch whose samples are refused one by one comes when the last of them is. */
  @Test
  void aBatchSaysSinceWhenItWasRefused() {
    now += 100 * SECOND;
    for (int i = 0; i < RefusedShare.FEWEST; i++) {
      share.refused(letter("x"), 1, 0, now - 70 * SECOND, now);
    }
    assertThat(share.isTooMuch(now)).isTrue();
  }

  @Test
  void aBatchThatWasRefusedWhileOthersWereNotIsNoReason() {
    assertThat(ends(100, 0, 1_000, 0)).isFalse();
    now += 11 * SECOND;
    for (int i = 0; i < RefusedShare.FEWEST; i++) {
      share.refused(letter("x"), 1, 0, now - 70 * SECOND, now);
    }
    assertThat(share.isTooMuch(now)).isFalse();
  }

  @Test
  void withoutATimeItNeverEnds() {
    var never = new RefusedShare(0.95, Duration.ZERO, BEGIN);
    for (int i = 0; i < 1_000; i++) {
      never.refused(letter("x"), 1, 0, BEGIN + i * SECOND, BEGIN + i * SECOND);
    }
    assertThat(never.isTooMuch(BEGIN + 1_000 * SECOND)).isFalse();
  }
}
