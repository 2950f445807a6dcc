package io.tidemark.architecture;

import io.tidemark.ceiling.Cause;
import io.tidemark.cli.PrintedExamples;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What a page shows as printed by a command: each line has the shape of one that the command
 * prints, numbers and causes aside, or a label and words that the program has. {@code ...} stands
 * for lines that are left out.
 */
final class PrintedShapes {
  private static final String OMITTED = "...";
  private static final Pattern CAUSE =
      Pattern.compile(
          Arrays.stream(Cause.values())
              .map(Cause::name)
              .collect(Collectors.joining("|", "\\b(?:", ")\\b")));

  private static final Pattern NUMBER = Pattern.compile("(?<![\\w.])[-+]?\\d[\\d.,]*(?<![.,])");
  private static final Pattern LABELLED = Pattern.compile("(\\S+(?: \\S+)*) {2,}(.*)");

  /** A sentence of more lines than this is no printed line. */
  private static final int MOST_JOINED = 3;

  private static final Set<String> PRINTED =
      PrintedExamples.all()
          .lines()
          .filter(line -> !line.isBlank())
          .map(PrintedShapes::shape)
          .collect(Collectors.toSet());

  private PrintedShapes() {}

  static String shape(String line) {
    String causes = CAUSE.matcher(line.strip()).replaceAll("CAUSE");
    return NUMBER
        .matcher(causes)
        .replaceAll("#")
        .replaceAll("\\s+", " ")
        .replaceAll("# (?:B|KiB|MiB|GiB|TiB|bytes)\\b", "# BYTES")
        .replaceAll("# [kMGT](?=bit/s)", "# ")
        .replaceAll("# [kMGT]\\b", "#")
        .replaceAll("(?<=\\s)[-–](?=\\s|$)", "#")
        .replaceAll("confidence: \\w+", "confidence: LEVEL")
        .replaceAll("CAUSE #(?:, CAUSE #)*(?=;)", "CAUSE #");
  }

  static boolean isPrinted(PageBlock block) {
    List<String> lines = block.lines();
    return IntStream.range(0, lines.size())
        .anyMatch(i -> joined(lines.subList(i, lines.size())) > 0);
  }

  static Stream<String> problems(PageBlock block) {
    List<String> lines = block.lines();
    var problems = new ArrayList<String>();
    for (int i = 0; i < lines.size(); i++) {
      int joined = joined(lines.subList(i, lines.size()));
      if (joined > 0) {
        i += joined - 1;
      } else if (!lines.get(i).isBlank() && !lines.get(i).equals(OMITTED)) {
        problem(lines.get(i)).ifPresent(problems::add);
      }
    }
    return problems.stream();
  }

  /** How many of the first lines are one that is printed; 0 if none. */
  private static int joined(List<String> lines) {
    for (int most = 1; most <= Math.min(MOST_JOINED, lines.size()); most++) {
      if (PRINTED.contains(shape(String.join(" ", lines.subList(0, most))))) {
        return most;
      }
    }
    return 0;
  }

  private static Optional<String> problem(String line) {
    Matcher labelled = LABELLED.matcher(line);
    String text = line;
    if (labelled.matches()) {
      if (!ProgramTexts.isText(labelled.group(1))) {
        return Optional.of("nothing prints a line like: " + line);
      }
      text = labelled.group(2);
    }
    List<String> phrases = ProgramTexts.phrases(text);
    return phrases.isEmpty()
        ? Optional.of("nothing prints a line like: " + line)
        : phrases.stream()
            .filter(phrase -> !ProgramTexts.has(phrase))
            .findFirst()
            .map(phrase -> "the program does not say \"%s\" in: %s".formatted(phrase, line));
  }
}
