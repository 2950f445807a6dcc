package io.tidemark.architecture;

import static io.tidemark.testing.check.Findings.assertNone;

import io.tidemark.testing.Repository;
import io.tidemark.testing.check.Finding;
import io.tidemark.testing.check.Page;
import io.tidemark.testing.check.Page.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each word of a page is one of Hunspell's English dictionary, or of a list of the project. */
class SpellingTest {
  private static final Path ROOT = Repository.root();
  private static final String WORDS = "docs/contributing/words.txt";
  private static final String DICTIONARY = "en_GB";
  private static final Set<Kind> WITHOUT_WORDS = Set.of(Kind.CODE, Kind.FENCE, Kind.HTML);

  /** In the order in which they are taken out; code may go on in the next line. */
  private static final List<Pattern> NO_WORDS =
      List.of(
          Pattern.compile("(`+)[^`]+?\\1"),
          Pattern.compile("(?<=\\])\\([^)]*\\)"),
          Pattern.compile("<[^<>]*>"),
          Pattern.compile("https?://\\S+"),
          // Of figures with units, versions, dates and identifiers.
          Pattern.compile("\\S*[0-9_]\\S*"),
          // A key to be held, the name of an alert, the end of a genitive.
          Pattern.compile("Ctrl-\\S+|\\bTidemark[A-Z]\\w+|(?<=\\w)'s\\b"));

  @TempDir Path folder;

  @Test
  void wordsOfPagesAreInADictionary() throws IOException {
    var texts = new ArrayList<String>();
    var places = new ArrayList<Finding>();
    for (Page page : Page.all(ROOT).values()) {
      List<String> lines = prose(page);
      for (int i = 0; i < lines.size(); i++) {
        // A caret says that nothing of the line is a command.
        texts.add("^" + lines.get(i));
        places.add(new Finding(page.file(), i + 1, "spelling", "spelling"));
      }
    }
    Path input = Files.write(folder.resolve("pages"), texts);
    Iterator<String> answers = answers(input).iterator();
    var findings = new ArrayList<Finding>();
    for (Finding place : places) {
      for (String answer = answers.next(); !answer.isEmpty(); answer = answers.next()) {
        if (answer.startsWith("&") || answer.startsWith("#")) {
          findings.add(
              new Finding(
                  place.file(),
                  place.line(),
                  "\"%s\" is in no dictionary".formatted(answer.split(" ")[1]),
                  "mend it, or add it to " + WORDS));
        }
      }
    }
    assertNone(findings);
  }

  /** As many lines as the page has, of which nothing but words is left. */
  private static List<String> prose(Page page) {
    var text = new StringBuilder();
    for (int i = 0; i < page.lines().size(); i++) {
      boolean words = !WITHOUT_WORDS.contains(page.kinds().get(i));
      text.append(words ? page.lines().get(i) : "").append('\n');
    }
    String prose = text.toString();
    for (Pattern pattern : NO_WORDS) {
      prose = pattern.matcher(prose).replaceAll(found -> found.group().replaceAll("[^\n]", " "));
    }
    return prose.lines().toList();
  }

  /** For each line one for each of its words, and an empty one. */
  private List<String> answers(Path input) throws IOException {
    Path output = folder.resolve("answers");
    try {
      var command = List.of("hunspell", "-i", "UTF-8", "-a", "-d", DICTIONARY, "-p", WORDS);
      ProcessBuilder hunspell =
          new ProcessBuilder(command)
              .directory(ROOT.toFile())
              .redirectInput(input.toFile())
              .redirectOutput(output.toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD);
      // In others it can't read its own list.
      hunspell.environment().put("LC_ALL", "C.UTF-8");
      int code = hunspell.start().waitFor();
      Assumptions.assumeTrue(code == 0, "Hunspell has no dictionary " + DICTIONARY);
    } catch (IOException e) {
      Assumptions.abort("no hunspell on the PATH: nobody looked for slips of spelling");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while Hunspell reads the pages", e);
    }
    List<String> all = Files.readAllLines(output);
    // The first says which version it is.
    return all.subList(1, all.size());
  }
}
