package io.tidemark.run;

import io.tidemark.job.config.ConfigException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.regex.Pattern;

/**
 * By which what Tidemark wrote into a database can be told from the user's own data, and deleted: a
 * label of every series, whose value is or begins with the name of the run.
 */
public final class RunLabel {
  /** Of a search. */
  public static final String SEARCH = "run";

  /** Of a comparison, each of whose runs has a value of its own. */
  public static final String COMPARISON = "tidemark_run";

  public static final List<String> LABELS = List.of(SEARCH, COMPARISON);

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

  private static final Pattern NAME = Pattern.compile("(tidemark|ab)-\\d{8}-\\d{6}");

  private RunLabel() {}

  public static String ofSearch(Instant begin) {
    return "tidemark-" + TIME.format(begin);
  }

  /** Of what a run leaves in the working directory. */
  public static String ofRun(Instant begin) {
    return "run-" + TIME.format(begin);
  }

  public static String ofComparison(Instant begin) {
    return "ab-" + TIME.format(begin);
  }

  /**
   * @throws ConfigException if Tidemark gives no run such a name: it may be of the user's own data
   */
  public static void requireName(String run) {
    if (!NAME.matcher(run).matches()) {
      throw new ConfigException(
          "--run=%s: not the name of a run, such as tidemark-20261122-035500 or ab-20261122-035500"
              .formatted(run));
    }
  }
}
