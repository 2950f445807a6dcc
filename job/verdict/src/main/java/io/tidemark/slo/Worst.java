package io.tidemark.slo;

import io.tidemark.measure.Amounts;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The safe rate under events: the lowest of the rates that keep the objectives while something
 * happens to the database.
 *
 * @param samplesPerSecond that rate; null if no rate is safe through one of the events, or it is
 *     not known
 * @param event the event with the lowest rate; null if none lowers the safe rate, or it is not
 *     known
 * @param events the results, in the order in which the events were asked for
 */
public record Worst(Double samplesPerSecond, String event, List<Through> events) {
  /**
   * The highest rate that keeps the objectives while an event happens. Only rates up to the one
   * that is safe without it are tried.
   *
   * @param event the event's name, as the user gave it
   * @param hook whether a command of the user's made the event
   * @param rate the result, with what was measured while the event happened
   * @param problem why the event could not be made or undone; null if it could
   * @param why what stops rates above that one; null if nothing broke, and in reports of older
   *     versions
   */
  public record Through(String event, boolean hook, SafeRate rate, String problem, Why why) {
    /** Tells whether the rate is known, or that none is safe. */
    boolean known() {
      return problem == null && !rate.unfinished();
    }

    private boolean lowers() {
      return rate.failsAtSamplesPerSecond() != null;
    }

    private double least() {
      return rate.samplesPerSecond() == null ? 0 : rate.samplesPerSecond();
    }

    /** Returns what broke first above the rate, in words. */
    public String limit() {
      if (problem != null) {
        return problem;
      }
      String doubt = known() ? "" : "not confirmed by two holds; ";
      return doubt
          + (lowers()
              ? "at %s samples/s, %s"
                      .formatted(
                          Amounts.count(rate.failsAtSamplesPerSecond()),
                          String.join(", ", rate.broken()))
                  + (why == null ? "" : why.after())
              : rate.samplesPerSecond() == null ? "not tried" : "no failure up to the safe rate");
    }

    /** Returns the event as a part of a sentence. */
    private String words() {
      return switch (event) {
        case "restart", "merge" -> "a " + event;
        case "midnight" -> event;
        default -> "the event " + event;
      };
    }
  }

  /**
   * Why a rate did not keep the objectives through an event.
   *
   * @param cause the name of the cause; null if it can't be told
   * @param words the cause and its evidence; without a cause, why it can't be told
   */
  public record Why(String cause, String words) {
    private String after() {
      return (cause == null ? "; its cause can't be told: " : ": ") + words;
    }
  }

  public static Worst of(List<Through> events) {
    Optional<Through> least =
        events.stream().allMatch(Through::known)
            ? events.stream().min(Comparator.comparingDouble(Through::least))
            : Optional.empty();
    return new Worst(
        least.map(through -> through.rate.samplesPerSecond()).orElse(null),
        least.filter(Through::lowers).map(Through::event).orElse(null),
        List.copyOf(events));
  }

  /**
   * Returns the same result with what stops each rate.
   *
   * @param whys is asked about each event through which some rate did not keep all objectives
   */
  public Worst because(Function<Through, Why> whys) {
    return new Worst(
        samplesPerSecond,
        event,
        events.stream()
            .map(
                each ->
                    each.problem != null || !each.lowers()
                        ? each
                        : new Through(
                            each.event, each.hook, each.rate, each.problem, whys.apply(each)))
            .toList());
  }

  /** Tells whether an event could not be made, or undone. */
  public boolean failed() {
    return events.stream().anyMatch(through -> through.problem != null);
  }

  /** Tells whether a longer search would have told more. */
  public boolean unfinished() {
    return !failed() && !events.stream().allMatch(Through::known);
  }

  /** Returns the result in one sentence, for people who read nothing else. */
  public String sentence() {
    List<Through> unknown = events.stream().filter(through -> !through.known()).toList();
    if (!unknown.isEmpty()) {
      return "It is not known which rate is safe through %s.".formatted(words(unknown));
    }
    Through least = events.stream().min(Comparator.comparingDouble(Through::least)).orElseThrow();
    if (samplesPerSecond == null) {
      return "No rate is safe through %s: %s.".formatted(least.words(), least.limit());
    }
    return "Safe at %s samples/s (%s) even through %s%s."
        .formatted(
            Amounts.count(samplesPerSecond),
            Amounts.activeSeries(samplesPerSecond),
            words(events),
            event == null ? "" : "; with %s, %s".formatted(least.words(), least.limit()));
  }

  private static String words(List<Through> events) {
    String last = events.get(events.size() - 1).words();
    String others =
        events.subList(0, events.size() - 1).stream()
            .map(Through::words)
            .collect(Collectors.joining(", "));
    return others.isEmpty() ? last : others + " and " + last;
  }
}
