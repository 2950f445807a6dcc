package io.tidemark.job.config;

import io.tidemark.sink.TargetConfig;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A label of every series by which what Tidemark wrote into a database can be told from the user's
 * own data, and deleted. Its value is the name of the run, or begins with that name and a dash.
 */
public final class RunLabel {
  public static final String KEY = "tidemark_run";

  /**
   * The label of searches by Tidemark 0.1.0-SNAPSHOT up to November 2026, which named no other run.
   */
  private static final String FORMER_KEY = "run";

  /** All labels whose value may be a run's name. */
  public static final List<String> KEYS = List.of(FORMER_KEY, KEY);

  /** Names begin with one of these: those of runs and searches, and those of comparisons. */
  public static final List<String> KINDS = List.of("tidemark", "ab");

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

  /**
   * Former names end with the second. The letters come after an underscore, because with a dash the
   * name would count as a part of the former one.
   */
  private static final Pattern NAME =
      Pattern.compile("(%s)-\\d{8}-\\d{6}(_[a-z0-9]{5})?".formatted(String.join("|", KINDS)));

  private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

  /**
   * So many letters give 60 million endings, so that two runs that begin in the same second have
   * names of their own.
   */
  private static final int CHANCE = 5;

  private static final SecureRandom RANDOM = new SecureRandom();

  private RunLabel() {}

  /** Returns a new name for a run or a search. */
  public static String ofRun(Instant begin) {
    return name(KINDS.get(0), begin);
  }

  /** Returns a new name for a comparison; the value of each of its runs begins with it. */
  public static String ofComparison(Instant begin) {
    return name(KINDS.get(1), begin);
  }

  private static String name(String kind, Instant begin) {
    var name = new StringBuilder(kind).append('-').append(TIME.format(begin)).append('_');
    RANDOM.ints(CHANCE, 0, LETTERS.length()).forEach(letter -> name.append(LETTERS.charAt(letter)));
    return name.toString();
  }

  /**
   * Returns the name of the run that a label's value names, or of which it names a part; empty if
   * there is none.
   */
  public static Optional<String> nameIn(String value) {
    Matcher name = NAME.matcher(value);
    boolean begins = name.lookingAt();
    return begins && (name.end() == value.length() || value.charAt(name.end()) == '-')
        ? Optional.of(name.group())
        : Optional.empty();
  }

  /** Returns the label's value in a target's series; "" if they have no such label. */
  public static String of(TargetConfig target) {
    return target.extraLabels().getOrDefault(KEY, "");
  }

  /**
   * @param value the label's value; "" for no label
   * @return the target with that label, whatever it had
   */
  public static TargetConfig on(TargetConfig target, String value) {
    var labels = new TreeMap<>(target.extraLabels());
    labels.remove(KEY);
    if (!value.isEmpty()) {
      labels.put(KEY, value);
    }
    return target.withExtraLabels(labels);
  }

  /** Returns words for who has to delete what a run wrote. */
  public static String sentence(String run) {
    return "%s=%s; to delete it: %s".formatted(KEY, run, deletion(run));
  }

  /**
   * Returns the command that deletes what a run wrote, without the configuration that names its
   * target.
   */
  public static String deletion(String run) {
    return "tidemark clean --run " + run;
  }

  /**
   * @throws ConfigException if Tidemark gives no run such a name: it may be of the user's own data
   */
  public static void requireName(String run) {
    if (!NAME.matcher(run).matches()) {
      throw new ConfigException(
          "--run=%s: not the name of a run, such as tidemark-20261122-035500_k7q2x or ab-20261122-035500_0c9zm"
              .formatted(run));
    }
  }
}
