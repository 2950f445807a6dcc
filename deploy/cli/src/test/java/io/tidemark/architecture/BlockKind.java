package io.tidemark.architecture;

import io.tidemark.diagnose.SavedPages;
import io.tidemark.job.deadletter.DeadLetter;
import io.tidemark.job.deadletter.DeadLetterReader;
import io.tidemark.testing.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What a block on a page may be, and what is checked of it. The first that it is counts. */
enum BlockKind {
  MANIFEST(block -> block.isIn("yaml") && block.has("apiVersion:"), ManifestBlock::problems),
  CHART_VALUES(
      block -> block.isIn("yaml") && block.has("config:"),
      block -> Stream.concat(ManifestBlock.valuesProblems(block), configuration(block))),
  CONFIGURATION(block -> block.isIn("yaml"), BlockKind::configuration),
  DEAD_LETTERS(block -> block.isIn("json") && block.has("{\"time\":"), BlockKind::letters),
  TABLES(block -> block.isIn("sql"), BlockKind::tables),
  SOURCE(block -> block.isIn("java"), BlockKind::source),
  DIAGRAM(block -> block.isIn("") && block.text().contains("▶"), DiagramBlock::problems),
  FORMULAS(block -> block.isIn("") && block.has("s × ("), FormulaBlock::problems),
  SAVED_PAGES(
      block -> block.isIn("") && block.text().matches("(?s)\\S+\\.metrics\\s.*"),
      BlockKind::savedPages),
  OPERATOR_OPTIONS(
      block -> block.isIn("") && block.has("kubernetes.operator."), BlockKind::operatorOptions),
  AGENT(block -> block.isIn("") && block.has("remote_write:"), BlockKind::agent),
  COMMANDS(block -> block.isIn("") && ShellBlock.isShell(block), ShellBlock::problems),
  PRINTED(block -> block.isIn("") && PrintedShapes.isPrinted(block), PrintedShapes::problems);

  private static final Path ROOT = Repository.root();

  private final Predicate<PageBlock> is;
  private final Function<PageBlock, Stream<String>> problems;

  BlockKind(Predicate<PageBlock> is, Function<PageBlock, Stream<String>> problems) {
    this.is = is;
    this.problems = problems;
  }

  static Optional<BlockKind> of(PageBlock block) {
    return Arrays.stream(values()).filter(kind -> kind.is.test(block)).findFirst();
  }

  Stream<String> problems(PageBlock block) {
    try {
      return problems.apply(block).toList().stream();
    } catch (RuntimeException e) {
      return Stream.of("can't be read: " + e.getMessage());
    }
  }

  private static Stream<String> configuration(PageBlock block) {
    return Accepted.problems(ofTheJob(block.lines())).stream().map(Accepted.Problem::text);
  }

  /** A chart's values hold it in a section of their own. */
  private static String ofTheJob(List<String> lines) {
    int config = lines.indexOf("config:");
    Stream<String> own =
        config < 0
            ? lines.stream()
            : lines.stream()
                .skip(config + 1L)
                .takeWhile(line -> line.isBlank() || line.startsWith("  "))
                .map(line -> line.replaceFirst("^ {2}", ""));
    return String.join("\n", own.toList()) + "\n";
  }

  /** As a run keeps it: on one line. */
  private static Stream<String> letters(PageBlock block) {
    var read = new ArrayList<DeadLetter>();
    DeadLetterReader.Unreadable unreadable =
        inFolder(
            folder -> {
              Files.writeString(
                  folder.resolve("a.jsonl"), block.text().replaceAll("\\s*\n\\s*", "") + "\n");
              return DeadLetterReader.folder(folder, read::add);
            });
    if (read.isEmpty() || unreadable.count() > 0) {
      return Stream.of("dead-letters can't read it");
    }
    return read.stream()
        .flatMap(letter -> Stream.of(letter.reason(), letter.detail()))
        .filter(text -> !ProgramTexts.isText(text))
        .map("no dead letter says \"%s\""::formatted);
  }

  /** The module compares them with its own, and a real database takes them. */
  private static Stream<String> tables(PageBlock block) {
    String type = block.page().file().replaceAll(".*/|\\.md$", "");
    Path test =
        ROOT.resolve(
            "sinks/%1$s/src/test/java/io/tidemark/sink/%1$s/TablesPageTest.java".formatted(type));
    return Files.exists(test)
        ? Stream.empty()
        : Stream.of("no TablesPageTest of sinks/%s compares it".formatted(type));
  }

  private static Stream<String> source(PageBlock block) {
    return JavaSources.anyHasCode(block.text().replaceAll("//.*", ""))
        ? Stream.empty()
        : Stream.of("it stands in no source");
  }

  private static Stream<String> savedPages(PageBlock block) {
    List<String> names =
        block.lines().stream().map(line -> line.replaceAll("\\s.*|.*/(?=\\S+@)", "")).toList();
    return inFolder(
        folder -> {
          for (String name : names) {
            Files.createFile(folder.resolve(name.substring(name.lastIndexOf('/') + 1)));
          }
          return SavedPages.leftOut(folder).stream().map("diagnose --pages leaves out "::concat);
        });
  }

  /** As the tests' own operator has them. */
  private static Stream<String> operatorOptions(PageBlock block) {
    String tried = String.join("\n", Sources.lines(ROOT.resolve("deploy/tools/kubernetes.sh")));
    return block.lines().stream()
        .filter(
            line ->
                !tried.contains(
                    "'"
                        + line.replaceFirst("kubernetes\\.operator\\.user\\.artifacts\\.", "")
                        + "'"))
        .map("no test runs an operator with "::concat);
  }

  /** AgentsIT hands it to a real agent. */
  private static Stream<String> agent(PageBlock block) {
    var url = Pattern.compile("- url: http://(\\S+?)/").matcher(block.text());
    boolean listens =
        url.find()
            && block.page().lines().stream()
                .anyMatch(line -> line.contains("--listen " + url.group(1)));
    Optional<Path> test = JavaSources.file("listen/AgentsIT.java");
    boolean isTaken =
        test.stream()
            .flatMap(file -> Sources.lines(file).stream())
            .anyMatch(line -> line.contains(block.page().file()));
    return Stream.of(
            listens ? "" : "no command of the page listens at its address",
            isTaken ? "" : "AgentsIT does not take it")
        .filter(problem -> !problem.isEmpty());
  }

  private interface Use<T> {
    T in(Path folder) throws IOException;
  }

  private static <T> T inFolder(Use<T> use) {
    try {
      Path folder = Files.createTempDirectory("block");
      try {
        return use.in(folder);
      } finally {
        for (Path file : Sources.find(folder, 1, each -> true)) {
          Files.delete(file);
        }
        Files.delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
