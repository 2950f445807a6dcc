package io.tidemark.testing.check;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Something in a file that is not as it has to be. Its text is one line, which {@link #read} takes
 * back: so a test can fail with findings, and {@code tidemark check} can print them.
 *
 * @param file relative to the repository's root, with slashes
 * @param line from 1
 * @param what is wrong
 * @param remedy what to do about it
 */
public record Finding(String file, int line, String what, String remedy)
    implements Comparable<Finding> {
  private static final Pattern TEXT = Pattern.compile("([^:\\s][^:]*):([1-9]\\d*): (.+); ([^;]+)");
  private static final Comparator<Finding> ORDER =
      Comparator.comparing(Finding::file)
          .thenComparingInt(Finding::line)
          .thenComparing(Finding::what)
          .thenComparing(Finding::remedy);

  public Finding {
    if (file.isBlank() || line < 1 || what.isBlank() || remedy.isBlank()) {
      throw new IllegalArgumentException(
          "a finding needs a file, a line from 1, what is wrong and a remedy [file=%s, line=%d, what=%s, remedy=%s]"
              .formatted(file, line, what, remedy));
    }
    what = oneLine(what);
    // The last semicolon is where the remedy begins.
    remedy = oneLine(remedy).replace(';', ',');
  }

  private static String oneLine(String text) {
    return text.strip().replaceAll("\\s+", " ");
  }

  /** The finding whose text this line is; empty if it is anything else. */
  public static Optional<Finding> read(String line) {
    Matcher text = TEXT.matcher(line.strip());
    return text.matches()
        ? Optional.of(
            new Finding(
                text.group(1), Integer.parseInt(text.group(2)), text.group(3), text.group(4)))
        : Optional.empty();
  }

  @Override
  public int compareTo(Finding other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return "%s:%d: %s; %s".formatted(file, line, what, remedy);
  }
}
