package io.tidemark.deployment;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.process.Patience;
import io.tidemark.sink.OwnedDatabase;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code deploy/release/build} packs of this very build. */
@Tag("guards:deploy/release")
@Tag("guards:deploy/tools")
@Tag("guards:deploy/cli")
class ReleaseIT {
  private static final Duration LIMIT = Duration.ofMinutes(3);

  /** All that it may find on its PATH, beside a Java. */
  private static final List<String> PROGRAMS =
      List.of("bash", "sh", "env", "cat", "sed", "readlink", "dirname", "rm", "sleep");

  /** Of a JRE: no compiler, no linker, no tools. */
  private static final String JRE_MODULES =
      "java.se,jdk.charsets,jdk.crypto.ec,jdk.management,jdk.naming.dns,jdk.net,jdk.unsupported,jdk.zipfs";

  /**
   * Descriptions, versions for other Javas, and what Flink itself ships in both of its connector
   * jars.
   */
  private static final Pattern NOT_LOADED_BY_NAME =
      Pattern.compile(
          "^META-INF/|(module|package)-info\\.class$|^org/apache/flink/connector/base/");

  @TempDir private static Path folder;
  private static Path home;
  private static String hash;

  @BeforeAll
  static void unpack() throws Exception {
    hash = build("one", "umask 022");
    try (Stream<Path> packed = Files.list(folder.resolve("one"))) {
      Path archive = packed.filter(file -> file.toString().endsWith(".tar.gz")).findAny().get();
      String name = archive.getFileName().toString().replace(".tar.gz", "");
      run(List.of("tar", "-xzf", archive.toString(), "-C", folder.toString()), Map.of());
      home = folder.resolve(name);
    }
  }

  /** Returns its SHA-256. */
  private static String build(String out, String before) throws Exception {
    Path script = Repository.root().resolve("deploy/release/build");
    String command = "%s; '%s' --out '%s'".formatted(before, script, folder.resolve(out));
    String printed = run(List.of("bash", "-c", command), Map.of("TIDEMARK_SKIP_BUILD", "1"));
    return printed.strip().split(" ")[0];
  }

  @Test
  void anotherUmaskAndAnotherTimeOfDayGiveTheSameBytes() throws Exception {
    assertThat(build("two", "umask 077; export TZ=Asia/Tokyo LC_ALL=C")).isEqualTo(hash);
  }

  /**
   * Or another build of the same commit would give other bytes: {@code build --check} makes two.
   */
  @Test
  void nothingInOurJarsIsOfThisMomentOrThisMachine() throws Exception {
    LocalDateTime commitDate = commitDate();
    String here = Repository.root().toString();
    int ours = 0;
    try (Stream<Path> jars = Files.list(home.resolve("lib"))) {
      for (Path jar : jars.filter(jar -> jar.toFile().getName().startsWith("tidemark")).toList()) {
        try (var file = new JarFile(jar.toFile())) {
          for (ZipEntry entry : file.stream().filter(ReleaseIT::isOurs).toList()) {
            String name = jar.getFileName() + " " + entry.getName();
            assertThat(entry.getTimeLocal()).as(name).isEqualTo(commitDate);
            byte[] bytes = file.getInputStream(entry).readAllBytes();
            assertThat(new String(bytes, ISO_8859_1)).as(name).doesNotContain(here);
            ours++;
          }
        }
      }
    }
    assertThat(ours).isGreaterThan(500);
  }

  /** As an archive of zip can tell it: in UTC, in steps of two seconds. */
  private static LocalDateTime commitDate() throws Exception {
    String root = Repository.root().toString();
    String date = run(List.of("git", "-C", root, "log", "-1", "--format=%ct"), Map.of()).strip();
    return LocalDateTime.ofEpochSecond(Long.parseLong(date) / 2 * 2, 0, ZoneOffset.UTC);
  }

  /** The list of materials, licences and scripts: jars are looked into above. */
  @Test
  void noOtherFileNamesAFolderOfThisMachine() throws IOException {
    var here = List.of(Repository.root().toString(), System.getProperty("user.home") + "/");
    int others = 0;
    try (Stream<Path> files = Files.walk(home)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (!file.toString().endsWith(".jar")) {
          String text = Files.readString(file, ISO_8859_1);
          assertThat(here).as(file.toString()).noneMatch(text::contains);
          others++;
        }
      }
    }
    assertThat(others).isGreaterThan(8);
  }

  private static boolean isOurs(ZipEntry entry) {
    String name = entry.getName();
    return name.startsWith("io/tidemark/") && !name.startsWith("io/tidemark/shaded/");
  }

  @Test
  void checksumsNameEveryFileAndHold() throws Exception {
    run(
        List.of("bash", "-c", "cd '%s' && sha256sum -c --quiet SHA256SUMS".formatted(home)),
        Map.of());
    try (Stream<Path> files = Files.walk(home)) {
      long others = files.filter(file -> Files.isRegularFile(file) && !isLink(file)).count() - 1;
      assertThat(Files.readAllLines(home.resolve("SHA256SUMS"))).hasSize((int) others);
    }
  }

  private static boolean isLink(Path file) {
    return Files.isSymbolicLink(file);
  }

  @Test
  void holdsTheLicenceAndTheNoticeAsTheyAreInTheSources() {
    for (String name : List.of("LICENSE", "NOTICE")) {
      assertThat(home.resolve(name)).hasSameTextualContentAs(Repository.root().resolve(name));
    }
  }

  /** The build itself fails for a licence that does not fit: {@code deploy/cli/pom.xml}. */
  @Test
  void everyLibraryIsInTheBillOfMaterialsAndHasALicence() throws IOException {
    JsonNode bill = new ObjectMapper().readTree(home.resolve("sbom.json").toFile());
    // Flink packs it into a library that is in the bill; the build takes it out.
    var named = new TreeSet<>(Set.of("flink-rpc-akka.jar"));
    String licences = Files.readString(home.resolve("THIRD-PARTY.txt"));
    for (JsonNode component : bill.get("components")) {
      String name = component.get("name").asText();
      named.add(name + "-" + component.get("version").asText() + ".jar");
      assertThat(licences).contains(":%s:%s -".formatted(name, component.get("version").asText()));
    }
    // What is inside other jars as well.
    assertThat(named)
        .anyMatch(name -> name.startsWith("kafka-clients-"))
        .anyMatch(name -> name.startsWith("ignite-client-"))
        .anyMatch(name -> name.startsWith("netty-handler-"))
        .anyMatch(name -> name.startsWith("postgresql-"))
        .noneMatch(name -> name.startsWith("mariadb-java-client-"));
    try (Stream<Path> jars = Files.list(home.resolve("lib"))) {
      assertThat(jars.map(jar -> jar.getFileName().toString()))
          .filteredOn(jar -> !jar.equals("tidemark.jar") && !named.contains(jar))
          .isEmpty();
    }
  }

  /** Else which of the two a run takes would be the file system's choice. */
  @Test
  void noClassIsThereTwice() throws IOException {
    var holders = new TreeMap<String, Path>();
    var twice = new TreeSet<String>();
    try (Stream<Path> jars = Files.list(home.resolve("lib"))) {
      for (Path jar : jars.toList()) {
        for (String name : classes(jar)) {
          Path other = holders.put(name, jar.getFileName());
          if (other != null) {
            twice.add(other + " and " + jar.getFileName());
          }
        }
      }
    }
    assertThat(holders).hasSizeGreaterThan(10_000);
    assertThat(twice).isEmpty();
  }

  /** But for libraries that a user adds: docs/databases.md, <em>Jars</em>. */
  @Test
  void everyClassThatOursUseIsThere() throws Exception {
    String lib = home.resolve("lib").toString();
    String jdeps = Path.of(System.getProperty("java.home"), "bin", "jdeps").toString();
    var command = new ArrayList<>(List.of(jdeps, "--multi-release", "17", "--missing-deps"));
    command.addAll(List.of("--class-path", lib + "/*"));
    try (Stream<Path> jars = Files.list(Path.of(lib))) {
      jars.filter(jar -> jar.getFileName().toString().startsWith("tidemark"))
          .map(Path::toString)
          .forEach(command::add);
    }

    assertThat(run(command, Map.of()).lines().map(String::strip))
        .filteredOn(line -> line.startsWith("io.tidemark.") && line.endsWith("not found"))
        .filteredOn(line -> !line.startsWith("io.tidemark.shaded."))
        .isNotEmpty()
        .allMatch(line -> line.contains(" -> org.rocksdb.") || line.contains(" -> org.mariadb."));
  }

  private static List<String> classes(Path jar) throws IOException {
    try (var file = new JarFile(jar.toFile())) {
      return file.stream()
          .map(ZipEntry::getName)
          .filter(name -> name.endsWith(".class") && !NOT_LOADED_BY_NAME.matcher(name).find())
          .toList();
    }
  }

  @Test
  void runsWithAJreAloneInAMachineWithoutANetwork() throws Exception {
    assumeTrue(
        canLeaveTheNetwork(),
        "the release was not run offline: no network namespace can be made here (unshare, ip)");
    var command = new ArrayList<>(List.of("unshare", "-rn", "sh", "-c"));
    command.add("ip link set lo up && exec \"$0\" \"$@\"");
    command.addAll(List.of("env", "-i", "PATH=" + bareMachine(), "HOME=" + folder));
    command.add("TIDEMARK_JAVA_OPTS=-Xmx512m --limit-modules=" + JRE_MODULES);
    command.add(home.resolve("tidemark").toString());
    command.addAll(List.of("run", "--duration", "2s", "--set", "target.type=null"));
    command.addAll(List.of("--set", "source.datagen.start=2026-01-01T00:00:00Z"));

    String printed = run(command, Map.of());

    assertThat(printed)
        .containsPattern("amplified +([0-9]+) = \\1 acknowledged \\+ 0 dead-lettered");
  }

  /** Who runs but once, as a container does, does not wait for it. */
  @Test
  @Tag("slow")
  void theSecondRunArchivesTheClassesThatTheThirdLoads() throws Exception {
    Path cache = folder.resolve("cache");
    Map<String, String> own = Map.of("XDG_CACHE_HOME", cache.toString());

    shortRun(own);
    assertThat(archives(cache)).isEmpty();
    shortRun(own);
    assertThat(archives(cache)).hasSize(1);

    Path log = folder.resolve("classes.log");
    String logging = "-Xlog:class+load:file=" + log;
    shortRun(Map.of("XDG_CACHE_HOME", cache.toString(), "TIDEMARK_JAVA_OPTS", logging));
    try (Stream<String> lines = Files.lines(log)) {
      List<String> ours = lines.filter(line -> line.contains("] io.tidemark.")).toList();
      long archived = ours.stream().filter(line -> line.contains("shared objects file")).count();
      assertThat(archived).isGreaterThan(ours.size() * 9L / 10);
    }
  }

  @Test
  @Tag("slow")
  void runsWhereNoArchiveCanBeWritten() throws Exception {
    for (int times = 0; times < 2; times++) {
      shortRun(Map.of("XDG_CACHE_HOME", "/proc/none"));
    }
  }

  /** A driver under another licence is not shipped; the release says how it is added. */
  @Test
  void saysWhichJarAMySqlNeedsAndTakesItFromItsFolder() throws Exception {
    try (Stream<Path> files = Files.walk(home)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .contains("tidemark-job.jar", "tidemark-mysql.jar", "tidemark-ignite.jar")
          .noneMatch(name -> name.contains("mariadb"));
    }
    OwnedDatabase.Starter starter =
        Tsdb.byType("mysql", getClass().getClassLoader()).starter().orElseThrow();
    try (OwnedDatabase database =
        Patience.started("MariaDB", () -> starter.start(OwnedDatabase.Settings.DEFAULT))) {
      TargetConfig target = database.target(TargetConfig.of("mysql"));
      var command = new ArrayList<>(List.of(home.resolve("tidemark").toString(), "run", "-q"));
      for (String setting :
          List.of(
              "target.type=mysql",
              "target.accept-load=true",
              "target.urls=[%s]".formatted(target.urls().get(0)),
              "target.auth.username=" + target.auth().username(),
              "target.create-tables=true",
              "source.datagen.samples=1000")) {
        command.addAll(List.of("--set", setting));
      }
      assertThatThrownBy(() -> run(command, Map.of()))
          .hasMessageContaining("target.type=mysql needs mariadb-java-client.jar")
          .hasMessageContaining("in a release lib/");

      Path added = home.resolve("lib/mariadb-java-client.jar");
      Files.copy(Repository.root().resolve("job/target/mariadb-java-client.jar"), added);
      try {
        assertThat(run(command, Map.of())).contains("1000 acknowledged");
      } finally {
        Files.delete(added);
      }
    }
  }

  private static void shortRun(Map<String, String> environment) throws Exception {
    var command = new ArrayList<>(List.of(home.resolve("tidemark").toString(), "run", "-q"));
    command.addAll(List.of("--set", "target.type=null", "--set", "source.datagen.samples=1000"));
    assertThat(run(command, environment)).contains("1000 acknowledged");
  }

  private static List<Path> archives(Path cache) throws IOException {
    try (Stream<Path> files = Files.list(cache.resolve("tidemark/classes"))) {
      return files.filter(file -> file.toString().endsWith(".jsa")).toList();
    }
  }

  private static boolean canLeaveTheNetwork() {
    try {
      run(List.of("unshare", "-rn", "ip", "link", "set", "lo", "up"), Map.of());
      return true;
    } catch (Exception | AssertionError e) {
      return false;
    }
  }

  /** A folder of links: to a Java and to what every Linux has. */
  private static Path bareMachine() throws IOException {
    Path programs = Files.createDirectory(folder.resolve("programs"));
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Files.createSymbolicLink(programs.resolve("java"), java);
    for (String program : PROGRAMS) {
      Path found =
          Stream.of("/usr/bin", "/bin")
              .map(place -> Path.of(place, program))
              .filter(Files::isExecutable)
              .findFirst()
              .orElseThrow();
      Files.createSymbolicLink(programs.resolve(program), found);
    }
    return programs;
  }

  private static String run(List<String> command, Map<String, String> more) throws Exception {
    Path errors = Files.createTempFile(folder, "command", ".err");
    var builder = new ProcessBuilder(command).redirectError(errors.toFile());
    builder.environment().putAll(more);
    Process process = builder.start();
    String printed = new String(process.getInputStream().readAllBytes());
    Patience.awaitEnd(process, LIMIT);
    assertThat(process.exitValue())
        .as("%s: %s%s", command, printed, Files.readString(errors))
        .isZero();
    return printed;
  }
}
