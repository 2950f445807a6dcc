package io.tidemark.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The words of one page that its reader may not know. What they mean is what docs/glossary.md says,
 * which the build puts beside this class.
 */
final class Terms {
  /** The glossary explains more, but most of that is also plain English. */
  private static final List<String> NAMES =
      List.of(
          "95 % interval",
          "amplification",
          "backpressured",
          "ceiling",
          "confidence",
          "cv",
          "dead letter",
          "elasticity",
          "freshness",
          "in flight",
          "insert slot",
          "knee",
          "layout",
          "p50",
          "p99",
          "permit",
          "plateau",
          "Universal Scalability Law");

  private static final Pattern ROW = Pattern.compile("(?m)^\\| \\*\\*(.+?)\\*\\* \\| (.+?) \\|$");
  private static final Pattern LINK = Pattern.compile("\\[([^\\]]*)\\]\\([^)]*\\)");

  private static final Map<String, Row> ROWS = rows();

  /** No part of a word, of a key of the configuration or of an entity. */
  private static final Pattern ANY =
      Pattern.compile(
          "(?<![\\p{L}\\p{N}_.&#/-])(%s)s?(?![\\p{L}\\p{N}_-]|\\.\\p{L})"
              .formatted(NAMES.stream().map(Terms::spaced).collect(Collectors.joining("|"))),
          Pattern.CASE_INSENSITIVE);

  /** Of the glossary: what it explains, and the plain text of that. */
  private record Row(String names, String meaning) {}

  private final UnaryOperator<String> escape;
  private final Map<String, String> marked = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final Set<String> markedHere = new HashSet<>();

  /**
   * @param escape makes plain text fit for an attribute
   */
  Terms(UnaryOperator<String> escape) {
    this.escape = escape;
  }

  /** Begins a part of the page, in which each term is marked again. */
  void begin() {
    markedHere.clear();
  }

  /**
   * Marks what is not marked yet in this part of the page.
   *
   * @param text as HTML has it, without mark-up
   */
  String mark(String text) {
    return ANY.matcher(text).replaceAll(found -> Matcher.quoteReplacement(marked(found)));
  }

  private String marked(MatchResult found) {
    String term =
        NAMES.stream()
            .filter(name -> name.equalsIgnoreCase(found.group(1).replace('\u00a0', ' ')))
            .findFirst()
            .orElseThrow();
    if (!markedHere.add(term)) {
      return found.group();
    }
    Row row = ROWS.get(term);
    marked.put(row.names(), row.meaning());
    return "<abbr tabindex=\"0\" title=\"%s\">%s</abbr>"
        .formatted(escape.apply(row.meaning()), found.group());
  }

  /**
   * All that was marked on the page, with its meaning, in the order of the alphabet. What the
   * glossary explains together is one of these.
   */
  Map<String, String> marked() {
    return marked;
  }

  /** Its words may be kept on one line. */
  private static String spaced(String name) {
    return Stream.of(name.split(" ")).map(Pattern::quote).collect(Collectors.joining("[ \u00a0]"));
  }

  /** By name, as it stands in {@link #NAMES}. */
  private static Map<String, Row> rows() {
    Map<String, Row> glossary = glossary();
    var rows = new HashMap<String, Row>();
    for (String name : NAMES) {
      Row row = glossary.get(name.toLowerCase(Locale.ROOT));
      if (row == null) {
        throw new IllegalStateException("docs/glossary.md does not explain \"%s\"".formatted(name));
      }
      rows.put(name, row);
    }
    return rows;
  }

  /** By name in lower case; a row may explain several. */
  private static Map<String, Row> glossary() {
    var glossary = new HashMap<String, Row>();
    ROW.matcher(page())
        .results()
        .map(found -> new Row(found.group(1), plain(found.group(2))))
        .forEach(
            row ->
                Stream.of(row.names().split(", "))
                    .forEach(name -> glossary.put(name.toLowerCase(Locale.ROOT), row)));
    return glossary;
  }

  private static String plain(String markdown) {
    return LINK.matcher(markdown).replaceAll("$1").replaceAll("[`*]", "");
  }

  private static String page() {
    try (InputStream in = Terms.class.getResourceAsStream("glossary.md")) {
      if (in == null) {
        throw new IllegalStateException("not in this build: docs/glossary.md");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
