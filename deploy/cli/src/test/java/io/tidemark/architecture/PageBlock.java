package io.tidemark.architecture;

import io.tidemark.testing.check.Page;
import io.tidemark.testing.check.Page.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * What a page has between fences.
 *
 * @param line of the opening fence, from 1
 * @param language behind it; empty without one
 * @param lines without the indentation that the fence has
 */
record PageBlock(Page page, int line, String language, List<String> lines) {
  static List<PageBlock> of(Page page) {
    var blocks = new ArrayList<PageBlock>();
    for (int i = 0; i < page.lines().size(); i++) {
      if (page.kinds().get(i) != Kind.FENCE) {
        continue;
      }
      String fence = page.lines().get(i);
      int indentation = fence.length() - fence.stripLeading().length();
      int end = i + 1;
      while (end < page.lines().size() && page.kinds().get(end) != Kind.FENCE) {
        end++;
      }
      blocks.add(
          new PageBlock(
              page,
              i + 1,
              fence.strip().replaceFirst("[`~]+", ""),
              page.lines().subList(i + 1, end).stream()
                  .map(line -> line.substring(Math.min(indentation, line.length())))
                  .toList()));
      i = end;
    }
    return blocks;
  }

  String text() {
    return String.join("\n", lines) + "\n";
  }

  boolean isIn(String... languages) {
    return List.of(languages).contains(language);
  }

  /** Whether a line begins so. */
  boolean has(String beginning) {
    return lines.stream().anyMatch(line -> line.startsWith(beginning));
  }
}
