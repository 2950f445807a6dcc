package io.tidemark.testing.check;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A page in Markdown: its lines, and what each is.
 *
 * @param file relative to the repository's root, with slashes
 */
public record Page(String file, List<String> lines, List<Kind> kinds) {
  /** What a line is. Prose is what may be broken elsewhere: of paragraphs and items of lists. */
  public enum Kind {
    PROSE,
    BLANK,
    HEADING,
    TABLE,
    HTML,
    FENCE,
    CODE
  }

  private static final Set<String> MADE = Set.of("results", "target");

  private static final Pattern FENCE = Pattern.compile("\\s*(```|~~~).*");
  private static final Pattern ITEM = Pattern.compile(" {0,3}([-*+]|\\d+[.)]) ");
  private static final Pattern INDENTED = Pattern.compile(" {4}|\t");
  private static final Pattern HEADING = Pattern.compile("#{1,6} +(.+?)\\s*#*");
  private static final Pattern LINK = Pattern.compile("!?\\[([^]]*)]\\([^)]*\\)");
  private static final Pattern ANCHOR = Pattern.compile("<a (?:id|name)=\"([^\"]+)\"");

  /** Every page that people write, by its file; reports and results are written by Tidemark. */
  public static Map<String, Page> all(Path root) {
    var pages = new TreeMap<String, Page>();
    try (Stream<Path> files = Files.list(root)) {
      files
          .filter(file -> file.toString().endsWith(".md"))
          .map(file -> read(root, file))
          .forEach(page -> pages.put(page.file, page));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (String folder : List.of("docs", "deploy", "benchmarks", "sinks")) {
      try {
        for (Path file : written(root.resolve(folder))) {
          pages.put(root.relativize(file).toString().replace('\\', '/'), read(root, file));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return pages;
  }

  /** Does not look into folders whose files are made, where some may vanish meanwhile. */
  private static List<Path> written(Path folder) throws IOException {
    var pages = new ArrayList<Path>();
    Files.walkFileTree(
        folder,
        Set.of(),
        3,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path at, BasicFileAttributes attributes) {
            return MADE.contains(at.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(".md")) {
              pages.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return pages;
  }

  public static Page read(Path root, Path file) {
    try {
      return of(root.relativize(file).toString().replace('\\', '/'), Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static Page of(String file, String text) {
    List<String> lines = text.lines().toList();
    var kinds = new ArrayList<Kind>();
    boolean code = false;
    boolean list = false;
    Kind before = Kind.BLANK;
    for (String line : lines) {
      boolean fence = FENCE.matcher(line).matches();
      Kind kind = fence ? Kind.FENCE : code ? Kind.CODE : kind(line);
      boolean item = kind == Kind.PROSE && ITEM.matcher(line).lookingAt();
      if (kind == Kind.PROSE && before != Kind.PROSE) {
        list = item || list && line.startsWith(" ");
        kind = !list && INDENTED.matcher(line).lookingAt() ? Kind.CODE : kind;
      } else if (kind != Kind.BLANK && kind != Kind.CODE) {
        list = item || list && (kind == Kind.PROSE || line.startsWith(" "));
      }
      code ^= fence;
      kinds.add(kind);
      before = kind;
    }
    return new Page(file, lines, List.copyOf(kinds));
  }

  private static Kind kind(String line) {
    String text = line.strip();
    if (text.isEmpty()) {
      return Kind.BLANK;
    }
    if (text.startsWith("|")) {
      return Kind.TABLE;
    }
    if (text.startsWith("<")) {
      return Kind.HTML;
    }
    return HEADING.matcher(line).matches() ? Kind.HEADING : Kind.PROSE;
  }

  /** The number, from 1, of the first line that contains the text; 1 if none does. */
  public int lineOf(String text) {
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).contains(text)) {
        return i + 1;
      }
    }
    return 1;
  }

  /** What of the page a link can name after {@code #}, as GitHub makes it of the headings. */
  public Set<String> anchors() {
    var anchors = new HashSet<String>();
    var uses = new HashMap<String, Integer>();
    for (int i = 0; i < lines.size(); i++) {
      var heading = HEADING.matcher(lines.get(i));
      if (kinds.get(i) == Kind.HEADING && heading.matches()) {
        String slug = slug(heading.group(1));
        int before = uses.merge(slug, 1, Integer::sum) - 1;
        anchors.add(before == 0 ? slug : slug + "-" + before);
      }
      ANCHOR.matcher(lines.get(i)).results().forEach(anchor -> anchors.add(anchor.group(1)));
    }
    return anchors;
  }

  /** Lower case; letters, digits, hyphens and underscores stay, each space becomes a hyphen. */
  private static String slug(String heading) {
    return LINK.matcher(heading)
        .replaceAll("$1")
        .toLowerCase(Locale.ROOT)
        .codePoints()
        .filter(c -> Character.isLetterOrDigit(c) || c == ' ' || c == '-' || c == '_')
        .mapToObj(c -> c == ' ' ? "-" : Character.toString(c))
        .collect(Collectors.joining());
  }
}
