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
 * The terms on one page that its reader may not know. The build puts docs/glossary.md, which
 * explains them, beside this class.
 */
final class Terms {
  /** The terms that are marked. The glossary has more, but most of those are also plain English. */
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

  /** A term that is no part of a word, of a configuration key or of an HTML entity. */
  private static final Pattern ANY =
      Pattern.compile(
          "(?<![\\p{L}\\p{N}_.&#/-])(%s)s?(?![\\p{L}\\p{N}_-]|\\.\\p{L})"
              .formatted(NAMES.stream().map(Terms::spaced).collect(Collectors.joining("|"))),
          Pattern.CASE_INSENSITIVE);

  /** A row of the glossary: the terms that it explains, and their meaning as plain text. */
  private record Row(String names, String meaning) {}

  private final UnaryOperator<String> escape;
  private final Map<String, String> marked = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final Set<String> markedHere = new HashSet<>();

  /**
   * @param escape makes plain text fit for an HTML attribute
   */
  Terms(UnaryOperator<String> escape) {
    this.escape = escape;
  }

  /** Begins a section of the page, in which each term is marked again. */
  void begin() {
    markedHere.clear();
  }

  /**
   * Marks each term that is not marked yet in this section.
   *
   * @param text escaped HTML text without markup
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
   * Returns the terms marked on the page with their meanings, in alphabetical order. Terms that
   * share a row of the glossary share an entry.
   */
  Map<String, String> marked() {
    return marked;
  }

  /** Returns a pattern of a term, between whose words there may be non-breaking spaces. */
  private static String spaced(String name) {
    return Stream.of(name.split(" ")).map(Pattern::quote).collect(Collectors.joining("[ \u00a0]"));
  }

  /** Returns the rows by term, as {@link #NAMES} spells it. */
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

  /** Returns the rows by term in lower case; a row may explain several terms. */
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
