package io.tidemark.architecture;

import io.tidemark.sink.Tsdb;
import io.tidemark.testing.Repository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Programs that pages call, each with what can be told of its arguments without running it. */
final class Programs {
  private static final Path ROOT = Repository.root();
  private static final Pattern OPTION = Pattern.compile("(--?[a-zA-Z][\\w.-]*)(?:=.*)?");
  private static final Pattern PROPERTY = Pattern.compile("-D(tidemark\\.[\\w.-]+)=.*");
  private static final Pattern TESTS = Pattern.compile("-D(?:it\\.)?test=(.*)");
  private static final Pattern NAMED = Pattern.compile("[a-z]+/([a-z0-9-]+)");

  /** Of Maven's own, and of its plug-ins'. */
  private static final Set<String> OF_MAVEN =
      Set.of("-pl", "-am", "-DskipTests", "-Dsurefire.failIfNoSpecifiedTests=false");

  private static final Set<String> GOALS = Set.of("package", "test", "verify");

  private static final Map<String, Function<List<String>, Stream<String>>> KNOWN =
      Map.ofEntries(
          Map.entry("./tidemark", Programs::launcher),
          Map.entry("tidemark", Programs::launcher),
          Map.entry("mvn", Programs::maven),
          Map.entry("docker", Programs::docker),
          Map.entry("kubectl", Programs::kubectl),
          Map.entry("helm", Programs::helm),
          Map.entry("java", Programs::java),
          Map.entry("flink", FlinkClient::problems),
          Map.entry("$FLINK", FlinkClient::problems),
          Map.entry("benchmarks/run", words -> script("benchmarks/run", "benchmarks", words)),
          Map.entry("benchmarks/compare", words -> script("benchmarks/compare", "", words)),
          Map.entry("benchmarks/hot-methods", words -> script("benchmarks/hot-methods", "", words)),
          Map.entry("deploy/alerts/manifest", words -> script("deploy/alerts/manifest", "", words)),
          Map.entry("deploy/image/build", words -> script("deploy/image/build", "", words)),
          Map.entry("deploy/release/build", words -> script("deploy/release/build", "", words)),
          Map.entry("deploy/release/release", words -> script("deploy/release/release", "", words)),
          Map.entry(
              "deploy/session/session", words -> script("deploy/session/session", "", words)));

  /** Something that pages call. */
  interface Program {
    Stream<String> problems(List<String> arguments);
  }

  private Programs() {}

  static Optional<Program> of(String name) {
    return Optional.ofNullable(KNOWN.get(name)).map(check -> check::apply);
  }

  private static Stream<String> launcher(List<String> words) {
    String command = words.isEmpty() ? "" : words.get(0);
    List<String> rest = words.stream().skip(1).toList();
    return switch (command) {
      case "check" -> options(rest, "check", text(ROOT.resolve("deploy/tools/check.sh")));
      case "test" -> tests(rest);
      default ->
          new PageCommand(
                  1, words.stream().filter(word -> !word.equals("--install")).toList(), true)
              .problems();
    };
  }

  private static Stream<String> tests(List<String> words) {
    String launcher = text(ROOT.resolve("tidemark")) + text(ROOT.resolve("deploy/tools/test.sh"));
    Stream<String> own =
        options(
            words.stream().filter(word -> word.startsWith("--")).toList(),
            "test",
            launcher + "--install");
    boolean isMaven = words.stream().anyMatch(word -> word.equals("-pl"));
    return isMaven ? Stream.concat(own, maven(words)) : own;
  }

  private static Stream<String> options(List<String> words, String of, String known) {
    return words.stream()
        .map(OPTION::matcher)
        .filter(option -> option.matches())
        .map(option -> option.group(1))
        .filter(option -> !stands(option, known))
        .map(option -> "%s does not know %s".formatted(of, option));
  }

  private static Stream<String> maven(List<String> words) {
    return IntStream.range(0, words.size())
        .filter(i -> i == 0 || !words.get(i - 1).equals("-pl"))
        .mapToObj(words::get)
        .filter(word -> !OF_MAVEN.contains(word) && !GOALS.contains(word))
        .flatMap(
            word -> {
              var tests = TESTS.matcher(word);
              var property = PROPERTY.matcher(word);
              if (tests.matches()) {
                return testClass(tests.group(1));
              }
              if (property.matches()) {
                return JavaSources.anyHas("\"" + property.group(1))
                    ? Stream.empty()
                    : Stream.of("nothing reads -D" + property.group(1));
              }
              return Stream.of("no check knows Maven's " + word);
            });
  }

  private static Stream<String> testClass(String name) {
    // Nothing is called so, and nothing runs.
    if (name.equals("none")) {
      return Stream.empty();
    }
    boolean isThere =
        name.contains("*")
            ? JavaSources.anyIsIn(name.substring(0, name.lastIndexOf('.')).replace('.', '/'))
            : JavaSources.isClass(name);
    return isThere ? Stream.empty() : Stream.of("there is no test " + name);
  }

  private static Stream<String> docker(List<String> words) {
    if (words.get(0).equals("build")) {
      return missing(after(words, "-f"));
    }
    if (!words.get(0).equals("compose")) {
      return Stream.of("no check knows docker " + words.get(0));
    }
    return switch (words.get(1)) {
      case "up", "down" -> Stream.empty();
      case "exec" ->
          text(ROOT.resolve("deploy/compose/compose.yaml"))
                  .contains("\n  %s:".formatted(words.get(2)))
              ? FlinkClient.problems(words.subList(4, words.size()))
              : Stream.of("compose.yaml has no service " + words.get(2));
      default -> Stream.of("no check knows docker compose " + words.get(1));
    };
  }

  private static Stream<String> kubectl(List<String> words) {
    String action = words.get(0);
    return switch (action) {
      case "apply" ->
          words.contains("-k")
              ? missing(after(words, "-k") + "/kustomization.yaml")
              : words.contains("-f") ? Stream.empty() : Stream.of("kubectl apply of nothing");
      case "kustomize" -> missing(words.get(1) + "/kustomization.yaml");
      case "create" ->
          words.get(1).equals("namespace") ? Stream.empty() : unnamed(words.get(words.size() - 2));
      case "config" ->
          words.get(1).equals("set-context")
              ? Stream.empty()
              : Stream.of("no check knows kubectl config " + words.get(1));
      case "get" -> unnamed(words.get(2));
      case "wait", "logs", "exec", "delete" -> {
        List<String> named =
            words.stream()
                .takeWhile(word -> !word.equals("--"))
                .map(NAMED::matcher)
                .filter(word -> word.matches())
                .map(word -> word.group(1))
                .toList();
        yield named.isEmpty()
            ? Stream.of("kubectl %s of nothing".formatted(action))
            : named.stream().flatMap(Programs::unnamed);
      }
      default -> Stream.of("no check knows kubectl " + action);
    };
  }

  /** Names of resources that the manifests do not have. */
  private static Stream<String> unnamed(String name) {
    String named =
        "(?:[nN]ame: |/metadata/name, value: )\"?%s\"?[\\s,}]".formatted(Pattern.quote(name));
    return Pattern.compile(named).matcher(JavaSources.manifests()).find()
        ? Stream.empty()
        : Stream.of("deploy/kubernetes names no " + name);
  }

  private static Stream<String> helm(List<String> words) {
    Stream<String> chart =
        Set.of("install", "upgrade").contains(words.get(0))
            ? missing(words.get(2) + "/Chart.yaml")
            : Set.of("test", "uninstall").contains(words.get(0))
                ? Stream.empty()
                : Stream.of("no check knows helm " + words.get(0));
    return Stream.concat(chart, options(words, "helm", "-n --create-namespace -f"));
  }

  /** A class of ours, whose source has the options. */
  private static Stream<String> java(List<String> words) {
    String name =
        words.stream().filter(word -> word.startsWith("io.tidemark.")).findFirst().orElse("");
    Optional<Path> source = JavaSources.file(name.replace('.', '/') + ".java");
    if (source.isEmpty()) {
      return Stream.of("there is no class " + name);
    }
    Stream<String> jars =
        Stream.of(after(words, "-cp").split(":"))
            .filter(jar -> jar.matches("tidemark-(?!job).*"))
            .filter(jar -> !databases().contains(jar.replaceAll("tidemark-|\\.jar", "")))
            .map(jar -> "there is no " + jar);
    List<String> own = words.subList(words.indexOf(name) + 1, words.size());
    return Stream.concat(
        jars,
        own.stream()
            .map(word -> word.replaceFirst("^-", "").replaceFirst("=.*", ""))
            .filter(
                option ->
                    !JavaSources.textIn(source.get().getParent()).contains("\"" + option + "\""))
            .map(option -> "%s does not know -%s".formatted(name, option)));
  }

  private static Set<String> databases() {
    return Tsdb.all(Programs.class.getClassLoader()).keySet();
  }

  /**
   * A script of ours.
   *
   * @param folder of sources whose options it hands on; "" for none
   */
  private static Stream<String> script(String path, String folder, List<String> words) {
    Path file = ROOT.resolve(path);
    if (!Files.isExecutable(file)) {
      return Stream.of("there is no program " + path);
    }
    String known = text(file) + (folder.isEmpty() ? "" : JavaSources.textIn(ROOT.resolve(folder)));
    Stream<String> unknownAction =
        words.stream()
            .limit(1)
            .filter(word -> word.matches("[a-z-]+") && !word.startsWith("-"))
            .filter(word -> !stands(word, known))
            .map(word -> "%s does not know %s".formatted(path, word));
    return Stream.concat(unknownAction, options(words, path, known));
  }

  /** Not as a part of another word. */
  private static boolean stands(String word, String text) {
    return Pattern.compile("(?<![\\w-])" + Pattern.quote(word) + "(?![\\w-])").matcher(text).find();
  }

  private static Stream<String> missing(String path) {
    return Files.exists(ROOT.resolve(path)) ? Stream.empty() : Stream.of("there is no " + path);
  }

  private static String after(List<String> words, String option) {
    int at = words.indexOf(option);
    return at < 0 || at + 1 == words.size() ? "" : words.get(at + 1);
  }

  private static String text(Path file) {
    return Sources.lines(file).stream().collect(Collectors.joining("\n"));
  }
}
