package io.tidemark.architecture;

import io.tidemark.testing.check.Page;
import io.tidemark.testing.check.Page.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What stands on a page as code: a line of a block with those that continue it, or a piece of text
 * in backquotes.
 *
 * @param line where it begins, from 1
 * @param inBlock whether it is whole: text may name a part of a command
 */
record PageCode(int line, String text, boolean inBlock) {
  private static final Pattern CODE = Pattern.compile("(?s)`([^`]+)`");

  static List<PageCode> of(Page page) {
    var found = new ArrayList<PageCode>();
    int next = 0;
    while (next < page.lines().size()) {
      Kind kind = page.kinds().get(next);
      int end = next + 1;
      if (kind == Kind.CODE) {
        while (end < page.lines().size() && page.lines().get(end - 1).endsWith("\\")) {
          end++;
        }
        found.add(new PageCode(next + 1, String.join("\n", page.lines().subList(next, end)), true));
      } else if (kind != Kind.FENCE && kind != Kind.BLANK) {
        while (end < page.lines().size() && page.kinds().get(end) == kind) {
          end++;
        }
        String text = String.join("\n", page.lines().subList(next, end));
        Matcher code = CODE.matcher(text);
        while (code.find()) {
          int before = (int) text.substring(0, code.start()).lines().count();
          found.add(
              new PageCode(next + Math.max(1, before), code.group(1).replace('\n', ' '), false));
        }
      }
      next = end;
    }
    return found;
  }
}
