package io.tidemark.sink.sql;

import io.tidemark.sink.client.ErrorText;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The sessions that held, in the last seconds, what others waited for: one reading alone often
 * finds a writer that has just been let through. Not thread-safe.
 */
public final class LockHolders {
  private static final long REMEMBERED_NANOS = Duration.ofSeconds(10).toNanos();
  private static final int MAX_NAMED = 3;

  /**
   * A session, without the statement that it runs, which may hold anything.
   *
   * @param transactionSeconds the age of its transaction; null if it has none
   */
  public record Holder(
      long pid, String application, String user, String state, String transactionSeconds) {
    /**
     * @param row the columns as text, in the order of the components
     */
    public static Holder of(List<String> row) {
      return new Holder(Long.parseLong(row.get(0)), row.get(1), row.get(2), row.get(3), row.get(4));
    }

    private String who() {
      return user + " " + application;
    }

    private String text() {
      return ErrorText.of(
          "session %d of %s (%s), %s%s"
              .formatted(
                  pid,
                  user,
                  application == null || application.isEmpty() ? "unnamed" : application,
                  state,
                  transactionSeconds == null
                      ? ""
                      : ", its transaction %s s old".formatted(transactionSeconds)));
    }
  }

  private record Seen(Holder last, int times, long atNanos) {
    private Seen and(Seen again) {
      return new Seen(again.last, times + again.times, again.atNanos);
    }
  }

  private final Map<String, Seen> seen = new HashMap<>();

  public void add(List<Holder> holders, long nowNanos) {
    seen.values().removeIf(each -> nowNanos - each.atNanos > REMEMBERED_NANOS);
    holders.forEach(holder -> seen.merge(holder.who(), new Seen(holder, 1, nowNanos), Seen::and));
  }

  /** Returns the sessions in words, those seen most often first. */
  public List<String> named() {
    return seen.values().stream()
        .sorted(Comparator.comparingInt(Seen::times).reversed())
        .limit(MAX_NAMED)
        .map(each -> each.last.text())
        .toList();
  }
}
