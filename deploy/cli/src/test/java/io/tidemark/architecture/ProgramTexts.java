package io.tidemark.architecture;

import io.tidemark.testing.Repository;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The texts in the program's sources: what it prints is put together of them. */
final class ProgramTexts {
  private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\\n]|\\\\.)*)\"");
  private static final Pattern CONTINUED = Pattern.compile("\"\\s*\\+\\s*\"");

  /** What comes from elsewhere stands there: numbers, names, addresses; and punctuation. */
  private static final Pattern BETWEEN =
      Pattern.compile(
          "\\S*[\\d_/=@{}\\[\\]]\\S*|[-,:;().×→–+]+(?=\\s|$)|(?<=\\s|^)[-+(]+|[,:;()×→–]|%");

  private static final Pattern IDENTIFIER = Pattern.compile("[a-z]+(?:_[a-z0-9]+)+");

  /** Where a text is put into another. */
  private static final String PLACE = "%s";

  private static final Set<String> TEXTS =
      Stream.of("job", "savepoints", "sinks", "deploy")
          .flatMap(
              folder ->
                  Sources.find(Repository.root().resolve(folder), 20, ProgramTexts::isMain)
                      .stream())
          .flatMap(file -> literals(String.join("\n", Sources.lines(file))))
          .collect(Collectors.toUnmodifiableSet());

  private static final String ALL = String.join("\n", TEXTS);

  private ProgramTexts() {}

  private static boolean isMain(Path file) {
    return file.toString().matches(".*/src/main/java/.*\\.java");
  }

  private static Stream<String> literals(String source) {
    return LITERAL
        .matcher(CONTINUED.matcher(source).replaceAll(""))
        .results()
        .map(found -> found.group(1).replace("\\\"", "\"").replace("%%", "%"));
  }

  /** Whether it is a text of its own, such as the label of a line. */
  static boolean isText(String label) {
    return TEXTS.contains(label);
  }

  /** Phrases of more than one word, and names of metrics. */
  static List<String> phrases(String line) {
    var phrases = new ArrayList<String>();
    Stream.of(BETWEEN.split(line))
        .map(String::strip)
        .filter(phrase -> phrase.contains(" "))
        .forEach(phrases::add);
    IDENTIFIER.matcher(line).results().forEach(found -> phrases.add(found.group()));
    return phrases;
  }

  /** Whether the program has it, or both parts of it; a word alone only where one is put beside. */
  static boolean has(String phrase) {
    List<String> words = List.of(phrase.split("\\s+"));
    return stands(words)
        || IntStream.range(1, words.size())
            .anyMatch(
                i ->
                    stands(i == 1 ? List.of(words.get(0), PLACE) : words.subList(0, i))
                        && stands(
                            i == words.size() - 1
                                ? List.of(PLACE, words.get(i))
                                : words.subList(i, words.size())));
  }

  private static boolean stands(List<String> words) {
    String phrase = Pattern.quote(String.join(" ", words));
    return Pattern.compile("(?<![A-Za-z'])" + phrase + "(?![A-Za-z'])").matcher(ALL).find();
  }
}
