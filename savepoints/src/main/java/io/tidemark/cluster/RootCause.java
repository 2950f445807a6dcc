package io.tidemark.cluster;

import io.tidemark.job.config.ConfigException;
import java.util.Collections;
import java.util.IdentityHashMap;
import org.apache.flink.util.SerializedThrowable;

/** The one line that says why something failed. */
public final class RootCause {
  private static final int LONGEST = 400;

  private RootCause() {}

  /**
   * The deepest cause that says something. Its kind is put in front where the message alone may not
   * be a sentence; messages of our own are.
   */
  public static String of(Throwable thrown) {
    var seen = Collections.<Throwable>newSetFromMap(new IdentityHashMap<>());
    Throwable deepest = thrown;
    for (Throwable cause = original(thrown);
        cause != null && seen.add(cause);
        cause = original(cause.getCause())) {
      if (cause.getMessage() != null && !cause.getMessage().isBlank()) {
        deepest = cause;
      }
    }
    return line(original(deepest));
  }

  /** A cluster sends its errors wrapped, because we may lack the class. */
  private static Throwable original(Throwable thrown) {
    return thrown instanceof SerializedThrowable serialized
        ? serialized.deserializeError(RootCause.class.getClassLoader())
        : thrown;
  }

  private static String line(Throwable cause) {
    String message = cause.getMessage() == null ? "" : cause.getMessage().strip();
    boolean ours = cause.getClass().getName().startsWith("io.tidemark.");
    String text =
        cause instanceof ConfigException ? message : message.lines().findFirst().orElse("").strip();
    if (!ours && !(cause instanceof SerializedThrowable)) {
      String kind = cause.getClass().getSimpleName();
      text = text.isEmpty() ? kind : kind + ": " + text;
    }
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
  }
}
