package io.tidemark.testing.check;

import io.tidemark.testing.check.Page.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Breaks lines of pages that are too long: from the first long one of a paragraph, or of a list's
 * item, to its end. Tables, code and headings stay as they are, and so does what holds a line break
 * on purpose. A page that fits stays as it is, byte for byte.
 */
public final class Rewrap {
  public static final int MAX_LINE = 120;

  private static final Pattern ITEM = Pattern.compile("(\\s*(?:[-*+]|\\d+[.)]) +|\\s*> ?)(.*)");
  private static final Pattern HARD_BREAK = Pattern.compile(".*(?: {2}|\\\\)");

  /** What would be the beginning of something else at the beginning of a line. */
  private static final Pattern OPENS =
      Pattern.compile("[-+*>#|=~<].*|\\d+[.)]|```.*", Pattern.DOTALL);

  private Rewrap() {}

  /** Rewraps all pages below the folder that is named, and prints which it has changed. */
  public static void main(String[] args) throws IOException {
    Path root = Path.of(args[0]);
    for (Page page : Page.all(root).values()) {
      String mended = rewrapped(page);
      if (!mended.equals(text(page.lines()))) {
        Files.writeString(root.resolve(page.file()), mended);
        System.out.println(page.file());
      }
    }
  }

  /** The text of the page that the file holds, or is to hold. */
  public static String rewrapped(String file, String text) {
    return rewrapped(Page.of(file, text));
  }

  static String rewrapped(Page page) {
    var out = new ArrayList<String>();
    List<String> lines = page.lines();
    int next = 0;
    while (next < lines.size()) {
      int end = next + 1;
      if (page.kinds().get(next) == Kind.PROSE) {
        while (end < lines.size()
            && page.kinds().get(end) == Kind.PROSE
            && !ITEM.matcher(lines.get(end)).matches()) {
          end++;
        }
        out.addAll(rewrapped(lines.subList(next, end)));
      } else {
        out.add(lines.get(next));
      }
      next = end;
    }
    return text(out);
  }

  /** The lines of one paragraph or item. */
  private static List<String> rewrapped(List<String> unit) {
    int first = 0;
    while (first < unit.size() && unit.get(first).length() <= MAX_LINE) {
      first++;
    }
    if (first == unit.size()
        || unit.stream().anyMatch(line -> HARD_BREAK.matcher(line).matches())) {
      return unit;
    }
    var out = new ArrayList<>(unit.subList(0, first));
    List<String> rest = unit.subList(first, unit.size());
    String indent = indent(unit);
    // The marker of an item is no word.
    Matcher item = ITEM.matcher(rest.get(0));
    var line = new StringBuilder(first == 0 && item.matches() ? item.group(1) : indent);
    int start = line.length();
    for (String word : words(rest, start)) {
      if (line.length() > start
          && line.length() + 1 + word.length() > MAX_LINE
          && !OPENS.matcher(word).matches()) {
        out.add(line.toString());
        line = new StringBuilder(indent);
        start = indent.length();
      }
      line.append(line.length() > start ? " " : "").append(word);
    }
    out.add(line.toString());
    return out;
  }

  private static List<String> words(List<String> lines, int start) {
    String first = lines.get(0).substring(Math.min(start, lines.get(0).length()));
    String rest =
        lines.stream().skip(1).map(String::strip).collect(Collectors.joining(" ", " ", ""));
    // Where several spaces stand, they may be meant: within code.
    return List.of((first + rest).strip().split("(?<=\\S) (?=\\S)"));
  }

  /** What stands before an item's second line, or a paragraph's. */
  private static String indent(List<String> unit) {
    String first = unit.get(0);
    Matcher item = ITEM.matcher(first);
    if (item.matches()) {
      return item.group(1).contains(">") ? item.group(1) : " ".repeat(item.group(1).length());
    }
    return " ".repeat(first.length() - first.stripLeading().length());
  }

  private static String text(List<String> lines) {
    return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
  }
}
