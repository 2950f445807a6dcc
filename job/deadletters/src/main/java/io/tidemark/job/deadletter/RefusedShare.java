package io.tidemark.job.deadletter;

import io.tidemark.job.config.DurationText;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/**
 * Tells a run of which nearly everything is refused: a wrong setting, say, with which to go on
 * would only fill a disk. It looks at sixths of the time that this may go on: a sixth in which too
 * much was accepted ends the spell, and an empty one changes nothing. Times by {@link
 * System#nanoTime}. Not thread-safe.
 */
public final class RefusedShare {
  /** A spell of fewer letters is a record now and then. */
  static final int FEWEST = 64;

  private static final int PARTS = 6;
  private static final int SHOWN_CHARS = 110;

  /** What is counted of a reason. */
  private static final class Reason {
    private final DeadLetter first;
    private long samples;

    Reason(DeadLetter first) {
      this.first = first;
    }
  }

  private final double most;
  private final Duration within;
  private final long partNanos;

  private long partSince;
  private long partRefused;
  private long partAcknowledged;
  private long partPassed;

  private boolean inSpell;
  private long spellSince;
  private long earliestSpell;
  private long letters;
  private long refused;
  private long notRefused;
  private final Map<String, Reason> reasons = new HashMap<>();

  /**
   * @param most share of samples that may be refused, 0 to 1
   * @param within for how long it may be that much; zero: for ever
   */
  public RefusedShare(double most, Duration within, long nowNanos) {
    this.most = most;
    this.within = within;
    this.partNanos = within.toNanos() / PARTS;
    this.partSince = nowNanos;
    this.earliestSpell = nowNanos;
  }

  public void acknowledged(long samples, long nowNanos) {
    turn(nowNanos);
    partAcknowledged += samples;
  }

  /**
   * @param samples that it stands for
   * @param passed samples that its task has let pass since its letter before
   * @param sinceNanos when it was refused; now, or earlier
   */
  public void refused(
      DeadLetter letter, long samples, long passed, long sinceNanos, long nowNanos) {
    turn(nowNanos);
    partRefused += samples;
    partPassed += passed;
    if (!inSpell) {
      inSpell = true;
      spellSince = sinceNanos - earliestSpell < 0 ? earliestSpell : sinceNanos;
    }
    letters++;
    refused += samples;
    reasons.computeIfAbsent(letter.reason(), reason -> new Reason(letter)).samples += samples;
  }

  private void turn(long nowNanos) {
    if (nowNanos - partSince < partNanos) {
      return;
    }
    if (partRefused + partNotRefused() > 0) {
      if (isNearlyAll()) {
        notRefused += partNotRefused();
      } else {
        inSpell = false;
        earliestSpell = nowNanos;
        letters = 0;
        refused = 0;
        notRefused = 0;
        reasons.clear();
      }
    }
    partSince = nowNanos;
    partRefused = 0;
    partAcknowledged = 0;
    partPassed = 0;
  }

  /** What has passed one task is acknowledged later, or not at all while the database stalls. */
  private long partNotRefused() {
    return Math.max(partAcknowledged, partPassed);
  }

  private boolean isNearlyAll() {
    return partRefused > 0 && partRefused >= most * (partRefused + partNotRefused());
  }

  /** Whether this must not go on. */
  public boolean isTooMuch(long nowNanos) {
    return !within.isZero()
        && inSpell
        && letters >= FEWEST
        && nowNanos - spellSince >= within.toNanos()
        && isNearlyAll();
  }

  /** In one line what was refused most, how much, and the first of it. */
  public String describe() {
    Map.Entry<String, Reason> main =
        reasons.entrySet().stream()
            .max(Comparator.comparingLong(entry -> entry.getValue().samples))
            .orElseThrow();
    DeadLetter first = main.getValue().first;
    return "nearly everything was refused for %s, %,d of %,d samples: %s (%,d), the first: %s (%s)"
        .formatted(
            DurationText.format(within),
            refused,
            refused + notRefused + partNotRefused(),
            main.getKey(),
            main.getValue().samples,
            shown(DeadLetterText.readable(first.detail())),
            shown(DeadLetterText.where(first)));
  }

  /** All of it must fit in one line. */
  private static String shown(String text) {
    return text.length() > SHOWN_CHARS ? text.substring(0, SHOWN_CHARS) + "..." : text;
  }
}
