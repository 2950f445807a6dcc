package io.tidemark.job.deadletter;

import io.tidemark.job.config.DurationText;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds out whether nearly everything is refused, for example because of a wrong setting, so that
 * to continue would only fill a disk. It divides the time for which this is allowed into six parts.
 * A part in which too many samples are accepted ends the spell of refusals; a part without samples
 * changes nothing. Times are those of {@link System#nanoTime}. Not thread-safe.
 */
public final class RefusedShare {
  /** Least number of letters of a spell; fewer are only occasional records. */
  static final int FEWEST = 64;

  private static final int PARTS = 6;
  private static final int SHOWN_CHARS = 110;

  /** The counts of one reason. */
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
   * @param most share of samples that counts as nearly everything, from 0 to 1
   * @param within time for which it is allowed; zero for any time
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
   * @param samples number of samples for which the letter stands
   * @param passed number of samples that its task did not refuse since its previous letter
   * @param sinceNanos time of the refusal, which may be before now
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

  /**
   * Returns the number of samples that were not refused. A sample that passed a task is
   * acknowledged only later, or not at all while the database stalls, so the larger count is used.
   */
  private long partNotRefused() {
    return Math.max(partAcknowledged, partPassed);
  }

  private boolean isNearlyAll() {
    return partRefused > 0 && partRefused >= most * (partRefused + partNotRefused());
  }

  /** Tells whether the run must end. */
  public boolean isTooMuch(long nowNanos) {
    return !within.isZero()
        && inSpell
        && letters >= FEWEST
        && nowNanos - spellSince >= within.toNanos()
        && isNearlyAll();
  }

  /** Returns a line with the most frequent reason, its count, and the first letter with it. */
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

  /** Shortens the text, so that everything fits into one line. */
  private static String shown(String text) {
    return text.length() > SHOWN_CHARS ? text.substring(0, SHOWN_CHARS) + "..." : text;
  }
}
