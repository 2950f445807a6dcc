package io.tidemark.architecture;

import io.tidemark.testing.check.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a command on a page sets.
 *
 * @param line where it begins
 * @param options each {@code path.to.key=value}
 */
record SetOptions(int line, List<String> options) {
  /** Of a word that is no command: "after `--set`". */
  private static final Pattern OPTION =
      Pattern.compile("--set(?:-[ab])?(?:\\s+\\\\)?\\s+('[^']*'|\"[^\"]*\"|[^\\s`'\"]+=[^\\s`]*)");

  /** What the page says of it, with words in the place of a key or a value. */
  private static final Pattern PLACEHOLDER = Pattern.compile("path\\.to\\..*|.*=(?:[A-Z]+|\\$.*)");

  /**
   * The commands of a page: in blocks of code line by line, and what stands in the text as code.
   */
  static List<SetOptions> of(Page page) {
    var commands = new ArrayList<SetOptions>();
    PageCode.of(page).forEach(code -> add(code.line(), code.text(), commands));
    return commands;
  }

  private static void add(int line, String command, List<SetOptions> commands) {
    List<String> options =
        OPTION
            .matcher(command)
            .results()
            .map(option -> option.group(1).replaceAll("^['\"]|['\"]$", ""))
            .filter(option -> !PLACEHOLDER.matcher(option).matches())
            .toList();
    if (!options.isEmpty()) {
      commands.add(new SetOptions(line, options));
    }
  }

  /**
   * Of keys and values; a file that the command names as well is not known, so the rules for what
   * goes together can't be asked. Sides of a comparison may set the same key.
   */
  Stream<String> problems() {
    String type =
        options.stream().filter(option -> option.startsWith("target.type=")).findFirst().orElse("");
    return options.stream()
        .flatMap(
            option ->
                Accepted.problemsOfOptions(
                        type.isEmpty() || option.equals(type)
                            ? List.of(option)
                            : List.of(type, option))
                    .stream()
                    .filter(
                        problem -> Accepted.isUnknownKey(problem) || concerns(problem, option)));
  }

  private static boolean concerns(String problem, String option) {
    return problem.startsWith(option + ": ");
  }
}
