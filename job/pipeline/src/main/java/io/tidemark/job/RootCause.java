package io.tidemark.job;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.util.SerializedThrowable;

/**
 * The one line that says why something failed: the first message of our own, because those are
 * meant to be read, or else the deepest one, with its kind in front.
 */
public final class RootCause {
  private static final int MAX_CAUSES = 50;
  private static final int MAX = 400;
  private static final String OURS = "io.tidemark.";
  private static final String CAUSED_BY = "Caused by: ";

  private RootCause() {}

  public static String of(Throwable thrown) {
    var causes = new ArrayList<String>();
    Throwable cause = thrown;
    // The depth is bounded, because causes may form a circle.
    for (int depth = 0; cause != null && depth < MAX_CAUSES; depth++) {
      cause = original(cause);
      causes.add(cause.toString());
      cause = cause.getCause();
    }
    return of(causes);
  }

  /** Returns the same from a printed stack trace. */
  public static String ofStackTrace(String trace) {
    var causes = new ArrayList<String>();
    trace.lines().limit(1).forEach(causes::add);
    trace
        .lines()
        .filter(line -> line.startsWith(CAUSED_BY))
        .map(line -> line.substring(CAUSED_BY.length()))
        .forEach(causes::add);
    return of(causes);
  }

  /** Unwraps an error that a cluster sends wrapped, because we may lack its class. */
  private static Throwable original(Throwable thrown) {
    return thrown instanceof SerializedThrowable serialized
        ? serialized.deserializeError(RootCause.class.getClassLoader())
        : thrown;
  }

  /**
   * @param causes the causes, outermost first, each "class" or "class: message"
   */
  private static String of(List<String> causes) {
    String chosen = causes.isEmpty() ? "" : causes.get(0);
    for (String cause : causes) {
      if (cause.contains(": ")) {
        chosen = cause;
        if (cause.startsWith(OURS)) {
          break;
        }
      }
    }
    return line(chosen);
  }

  private static String line(String cause) {
    String text = cause.lines().findFirst().orElse("").strip();
    String shown = text.replaceFirst(text.startsWith(OURS) ? "^[\\w.$]+: " : "^(\\w+\\.)+", "");
    return shown.length() <= MAX ? shown : shown.substring(0, MAX) + "...";
  }
}
