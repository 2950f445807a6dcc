package io.tidemark.benchmarks.lab;

/** Writes a page of Markdown. */
final class PageText {
  private static final int WIDTH = 118;

  static final String WRITTEN =
      "<!-- Written by benchmarks/run lab --page: measure, do not edit. -->";

  private final StringBuilder page = new StringBuilder();

  void heading(String text) {
    say("");
    say("## " + text);
  }

  void command(String text) {
    say("");
    say("`" + text + "`");
  }

  /** Adds a line of a table as it is, and breaks any other text at the width of a screen. */
  void say(String text) {
    if (text.startsWith("|") || text.length() <= WIDTH) {
      page.append(text).append('\n');
      return;
    }
    int length = 0;
    for (String word : text.split(" ")) {
      if (length > 0 && length + 1 + word.length() > WIDTH) {
        page.append('\n');
        length = 0;
      }
      page.append(length == 0 ? "" : " ").append(word);
      length += (length == 0 ? 0 : 1) + word.length();
    }
    page.append('\n');
  }

  @Override
  public String toString() {
    return page.toString();
  }
}
