package io.tidemark.size;

import io.tidemark.job.config.ConfigException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses amounts as people give them on the command line. Pure. */
public final class Given {
  private static final Pattern COUNT = Pattern.compile("(\\d{1,15}(?:\\.\\d{1,6})?)([kMG]?)");
  private static final Pattern SHARE = Pattern.compile("(\\d{1,6}(?:\\.\\d{1,6})?)%");
  private static final Pattern CHURN = Pattern.compile(SHARE.pattern() + "/min");
  private static final Pattern NODE = Pattern.compile("(\\d{1,5})c(\\d{1,6})g");
  private static final double GIB = 1L << 30;

  private Given() {}

  /** Parses a number such as {@code 50M}, {@code 800k}, {@code 1.5G} or {@code 120000}. */
  public static double count(String option, String text) {
    Matcher found = match(option, text, COUNT, "a number such as 800k or 50M");
    double scale =
        switch (found.group(2)) {
          case "k" -> 1e3;
          case "M" -> 1e6;
          case "G" -> 1e9;
          default -> 1;
        };
    return Double.parseDouble(found.group(1)) * scale;
  }

  /** Parses a share such as {@code 30%}, which is 0.3. */
  public static double share(String option, String text) {
    return percent(match(option, text, SHARE, "a share such as 30%"));
  }

  /** Parses a share per minute such as {@code 1%/min}, which is 0.01. */
  public static double churn(String option, String text) {
    return percent(match(option, text, CHURN, "a share a minute such as 1%/min"));
  }

  /** Parses a node's size such as {@code 16c64g}, which is 16 cores and 64 GiB. */
  public static Demand.Node node(String option, String text) {
    Matcher found = match(option, text, NODE, "cores and GiB such as 16c64g");
    double cores = Double.parseDouble(found.group(1));
    double gib = Double.parseDouble(found.group(2));
    if (cores == 0 || gib == 0) {
      throw new ConfigException("%s=%s: a node has at least 1c1g".formatted(option, text));
    }
    return new Demand.Node(cores, gib * GIB);
  }

  private static double percent(Matcher found) {
    return Double.parseDouble(found.group(1)) / 100;
  }

  private static Matcher match(String option, String text, Pattern pattern, String expected) {
    Matcher found = pattern.matcher(text);
    if (!found.matches()) {
      throw new ConfigException("%s=%s: expected %s".formatted(option, text, expected));
    }
    return found;
  }
}
