package io.tidemark.architecture;

import io.tidemark.testing.Repository;
import io.tidemark.testing.check.Page;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobStatus;

/**
 * Commands as they are typed, and what they print. Behind a prompt, a line without one is printed;
 * without prompts all are commands.
 */
final class ShellBlock {
  private static final String PROMPT = "$ ";
  private static final Pattern SUBSTITUTED = Pattern.compile("\\$\\(([^()]*)\\)[^\\s\"';]*");
  private static final Pattern REDIRECTED = Pattern.compile("(?<=\\s)\\d?>>?\\s*\\S+");
  private static final Pattern ASSIGNED = Pattern.compile("[A-Za-z_]+=.*");
  private static final Pattern ADDRESS = Pattern.compile("https?://[^\\s:]+:(\\d+)");
  private static final Path OPERATED =
      Path.of("deploy/cli/src/test/java/io/tidemark/kubernetes/TestKubernetes.java");

  /** They come with every Linux, and take nothing of ours but files. */
  private static final Set<String> OF_THE_SYSTEM =
      Set.of("cd", "curl", "echo", "export", "osv-scanner", "sed", "sha256sum", "tar");

  private ShellBlock() {}

  static boolean isShell(PageBlock block) {
    return block.lines().stream()
        .filter(line -> !line.isBlank())
        .findFirst()
        .map(ShellBlock::first)
        .filter(program -> isOfTheSystem(program) || Programs.of(program).isPresent())
        .isPresent();
  }

  private static String first(String line) {
    return commands(line.replaceFirst("^\\$ ", "")).stream()
        .filter(words -> !words.isEmpty())
        .map(words -> words.get(0))
        .findFirst()
        .orElse("");
  }

  private static boolean isOfTheSystem(String program) {
    return OF_THE_SYSTEM.contains(program);
  }

  /** Without assignments; what a command's output is put into stands behind it. */
  static List<List<String>> commands(String text) {
    var commands = new ArrayList<List<String>>();
    String plain = SUBSTITUTED.matcher(text).replaceAll("; $1 ;");
    for (List<String> command : PageCommand.commands(REDIRECTED.matcher(plain).replaceAll(""))) {
      List<String> words =
          command.stream().dropWhile(word -> ASSIGNED.matcher(word).matches()).toList();
      if (!words.isEmpty()) {
        commands.add(words);
      }
    }
    return commands;
  }

  static Stream<String> problems(PageBlock block) {
    var problems = new ArrayList<String>();
    var typed = new ArrayList<List<String>>();
    boolean prompts = block.has(PROMPT);
    List<String> lines = block.lines();
    for (int i = 0; i < lines.size(); i++) {
      var whole = new StringBuilder(lines.get(i));
      while (lines.get(i).endsWith("\\") && i + 1 < lines.size()) {
        i++;
        whole.append('\n').append(lines.get(i));
      }
      String line = whole.toString();
      if (prompts && !line.startsWith(PROMPT)) {
        printed(line, typed, block.page()).forEach(problems::add);
        continue;
      }
      List<List<String>> commands = commands(line.replaceFirst("^\\$ ", ""));
      typed.addAll(commands);
      commands.stream().flatMap(ShellBlock::problems).forEach(problems::add);
    }
    if (typed.stream().noneMatch(words -> Programs.of(words.get(0)).isPresent())) {
      problems.add("none of its commands is checked");
    }
    return problems.stream();
  }

  private static Stream<String> problems(List<String> words) {
    String program = words.get(0);
    return Programs.of(program)
        .map(known -> known.problems(words.subList(1, words.size())))
        .orElseGet(
            () ->
                isOfTheSystem(program)
                    ? Stream.empty()
                    : Stream.of("no check knows the command " + program));
  }

  /** By the commands above it. */
  private static Stream<String> printed(String line, List<List<String>> typed, Page page) {
    Stream<String> wrong = Stream.of("nothing prints: " + line);
    Collection<String> words = typed.stream().flatMap(List::stream).toList();
    var address = ADDRESS.matcher(line);
    if (address.matches()) {
      return words.contains(address.group(1)) ? Stream.empty() : wrong;
    }
    List<String> last = typed.isEmpty() ? List.of() : typed.get(typed.size() - 1);
    if (last.contains("add-taskmanager")) {
      // They are counted from 0, and each has its own.
      return line.equals(taskManagers(page)) ? Stream.empty() : wrong;
    }
    if (last.contains("jsonpath={.status.lifecycleState} {.status.jobStatus.state}")) {
      String[] states = line.split(" ");
      return states.length == 2
              && String.join("\n", Sources.lines(Repository.root().resolve(OPERATED)))
                  .contains(states[0])
              && Stream.of(JobStatus.values()).anyMatch(each -> each.name().equals(states[1]))
          ? Stream.empty()
          : wrong;
    }
    return FlinkClient.prints(line) ? Stream.empty() : wrong;
  }

  /** As many as the page's session begins with. */
  private static String taskManagers(Page page) {
    return PageBlock.of(page).stream()
        .flatMap(block -> commands(block.text().replace("$ ", "")).stream())
        .filter(words -> words.contains("start") && words.contains("--taskmanagers"))
        .map(words -> words.get(words.indexOf("--taskmanagers") + 1))
        .findFirst()
        .orElse("");
  }
}
