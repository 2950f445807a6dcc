package io.tidemark.architecture;

import io.tidemark.testing.check.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Limits of waits that are the same on every host, found by their text. {@code ChildJvm.exitCode}
 * and {@code Patience.until} take a limit for a usual host and make more of it themselves, so that
 * constants are theirs to take.
 *
 * @param limit matches it; {@code LIMIT} in it stands for a duration that nobody made longer
 * @param remedy for whoever wrote it
 */
record FixedWait(Pattern limit, String remedy) {
  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\\n]*");
  private static final Pattern CONSTANT =
      Pattern.compile(
          "static final (?:Duration (\\w+)\\s*=\\s*Duration\\.of|(?:int|long)"
              + " (\\w+)\\s*=\\s*[\\d_]+)");

  private static final String BY_THE_HOST = "use Patience, which makes it longer on a slow host";

  private static final List<FixedWait> RULES =
      List.of(
          of("\\.get\\(\\s*LIMIT,\\s*(?:TimeUnit\\.)?[A-Z]+\\)", "use Patience.get"),
          of("\\.waitFor\\(\\s*LIMIT", "use Patience.awaitEnd, or Patience.of"),
          of("\\bawait\\(\\s*LIMIT,", "use Patience.await, or Patience.of"),
          of("\\bawaitTermination\\(\\s*LIMIT", BY_THE_HOST),
          of("\\.join\\(\\s*LIMIT", BY_THE_HOST),
          of("\\.setSoTimeout\\(\\s*LIMIT", BY_THE_HOST),
          of("\\.atMost\\(\\s*LIMIT", "use atMost(Patience.of(...)), or Patience.await"),
          of("\\bPoll\\.until\\(\\s*LIMIT", "use Patience.until, or Poll.until(Patience.of(...)"),
          of("\\.awaitReady\\([^;]*?,\\s*CONSTANT\\s*,", BY_THE_HOST),
          of("\\b(?:fails|succeeds)Within\\(\\s*LIMIT", BY_THE_HOST),
          of("@Timeout\\(", "JUnit knows no slow host: interrupt it after Patience.of(...)"),
          of("\\bassertTimeout\\w*\\(", "JUnit knows no slow host: use Patience"),
          of(
              "(?<![.\\w])(?:Awaitility\\s*\\.)?await\\((?:\"[^\"]*\")?\\)(?:(?!atMost\\()[^;])*?\\.until",
              "without atMost it gives up after ten seconds: use Patience.await"));

  private static FixedWait of(String limit, String remedy) {
    return new FixedWait(Pattern.compile(limit), remedy);
  }

  static List<Finding> in(String path, String source) {
    // What is blanked keeps its lines.
    UnaryOperator<String> blanked = comment -> comment.replaceAll("[^\\n]", " ");
    String code = COMMENT.matcher(source).replaceAll(found -> blanked.apply(found.group()));
    Set<String> constants =
        CONSTANT
            .matcher(code)
            .results()
            .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
            .collect(Collectors.toSet());
    String constant = constants.isEmpty() ? "(?!)" : "(?:" + String.join("|", constants) + ")\\b";
    String duration = "(?:Duration\\.of\\w+\\([^)]*\\)|" + constant + ")";
    String limit = "(?:\\d[\\d_]*L?|" + duration + "(?:\\.to\\w+\\(\\))?)";
    var found = new ArrayList<Finding>();
    for (FixedWait rule : RULES) {
      String pattern = rule.limit.pattern().replace("LIMIT", limit).replace("CONSTANT", constant);
      for (MatchResult each : Pattern.compile(pattern).matcher(code).results().toList()) {
        int line = 1 + (int) code.substring(0, each.start()).chars().filter(c -> c == '\n').count();
        String text = each.group().strip().replaceAll("\\s+", "");
        found.add(new Finding(path, line, "waits as long on every host: " + text, rule.remedy));
      }
    }
    return found;
  }
}
