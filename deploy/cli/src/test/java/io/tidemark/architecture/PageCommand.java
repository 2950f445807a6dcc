package io.tidemark.architecture;

import io.tidemark.cli.Main;
import io.tidemark.testing.check.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;

/**
 * A command of Tidemark's on a page, as a shell would hand it over.
 *
 * @param line where it stands, from 1
 * @param words after the name of the program
 * @param isWhole whether it can be typed as it stands: text may leave out what it is not about
 */
record PageCommand(int line, List<String> words, boolean isWhole) {
  private static final Set<String> PROGRAMS = Set.of("./tidemark", "tidemark");

  /** The launcher sees to these: they have no options of picocli's. */
  private static final Set<String> OF_THE_LAUNCHER = Set.of("check", "test");

  private static final String AGREED = "--install";
  private static final String OPERATORS = "|&;<>()";

  static List<PageCommand> of(Page page) {
    return PageCode.of(page).stream()
        .flatMap(
            code ->
                commands(code.text()).stream()
                    .flatMap(words -> ofTidemark(words).stream())
                    .map(words -> new PageCommand(code.line(), words, code.inBlock())))
        .toList();
  }

  private static Optional<List<String>> ofTidemark(List<String> command) {
    var words = new ArrayList<>(command);
    // What a prompt and variables put before it.
    while (!words.isEmpty() && words.get(0).matches("\\$|[A-Z_]+=.*")) {
      words.remove(0);
    }
    if (words.size() < 2 || !PROGRAMS.contains(words.remove(0))) {
      return Optional.empty();
    }
    words.removeIf(AGREED::equals);
    return OF_THE_LAUNCHER.contains(words.get(0)) ? Optional.empty() : Optional.of(words);
  }

  /** By the rules of a shell's quotes, comments and operators, as far as pages use them. */
  static List<List<String>> commands(String text) {
    var commands = new ArrayList<List<String>>();
    var words = new ArrayList<String>();
    StringBuilder word = null;
    char quote = 0;
    boolean isComment = false;
    for (int i = 0; i <= text.length(); i++) {
      char c = i == text.length() ? '\n' : text.charAt(i);
      if (isComment && c != '\n') {
        continue;
      }
      if (quote != 0 && i < text.length()) {
        if (c == quote) {
          quote = 0;
        } else {
          word.append(c);
        }
      } else if (c == '\'' || c == '"') {
        quote = c;
        word = word == null ? new StringBuilder() : word;
      } else if (c == '\\' && i + 1 < text.length()) {
        i++;
        if (text.charAt(i) != '\n') {
          word = (word == null ? new StringBuilder() : word).append(text.charAt(i));
        }
      } else if (c == '#' && word == null) {
        isComment = true;
      } else if (Character.isWhitespace(c) || OPERATORS.indexOf(c) >= 0) {
        if (word != null) {
          words.add(word.toString());
          word = null;
        }
        if (c == '\n' || OPERATORS.indexOf(c) >= 0) {
          commands.add(List.copyOf(words));
          words.clear();
          isComment = false;
        }
      } else {
        word = (word == null ? new StringBuilder() : word).append(c);
      }
    }
    return commands;
  }

  /** What picocli finds wrong; nothing of it is run. */
  Stream<String> problems() {
    String[] arguments = words.toArray(String[]::new);
    try {
      Main.commandLine(arguments).parseArgs(arguments);
      return Stream.empty();
    } catch (MissingParameterException e) {
      return isWhole ? problem(e) : Stream.empty();
    } catch (ParameterException e) {
      return problem(e);
    }
  }

  private Stream<String> problem(ParameterException thrown) {
    return Stream.of("%s: %s".formatted(String.join(" ", words), thrown.getMessage()));
  }
}
