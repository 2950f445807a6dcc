package io.tidemark.testing.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Which modules have passed their unit tests with the very sources that they, and all that they
 * know, have now: a test that only computes would say the same again. One that reads files beside
 * the modules, such as a page, depends on all of those as well.
 */
public final class PassedModules {
  private final Path root;
  private final Path passed;
  private final Modules modules;
  private final Map<String, String> ownKeys = new TreeMap<>();

  PassedModules(Path root, Path folder) {
    this.root = root;
    this.passed = folder.resolve("passed");
    this.modules = new Modules(root);
  }

  /**
   * Prints those of the modules that have not passed, and keeps the keys of their sources in the
   * file {@code keys}, so that what is edited meanwhile does not count as passed.
   *
   * @param args the repository's root, the folder of the check, modules
   */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[1]);
    var passed = new PassedModules(Path.of(args[0]).toRealPath(), folder);
    var keys = new ArrayList<String>();
    for (String module : List.of(args).subList(2, args.length)) {
      String key = passed.key(module);
      if (!passed.has(module, key)) {
        keys.add(key + " " + module);
        System.out.println(module);
      }
    }
    Files.write(folder.resolve("keys"), keys);
  }

  boolean has(String module, String key) throws IOException {
    Path record = record(module);
    return Files.exists(record) && Files.readString(record).equals(key);
  }

  void add(String module, String key) throws IOException {
    Files.createDirectories(passed);
    Files.writeString(record(module), key);
  }

  private Path record(String module) {
    return passed.resolve(module.replace('/', '+'));
  }

  /** Of the sources of the module and of all that it knows, and of the build. */
  String key(String module) throws IOException {
    MessageDigest digest = sha256();
    digest.update(Files.readAllBytes(root.resolve("pom.xml")));
    digest.update(System.getProperty("java.version").getBytes());
    for (String known : modules.known(module)) {
      digest.update(ownKey(known).getBytes());
    }
    if (readsBeside(module)) {
      digest.update(beside().getBytes());
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private String ownKey(String module) throws IOException {
    String key = ownKeys.get(module);
    if (key == null) {
      var files = new TreeSet<>(files(root.resolve(module).resolve("src")));
      files.add(root.resolve(module).resolve("pom.xml"));
      key = keyOf(files);
      ownKeys.put(module, key);
    }
    return key;
  }

  /** Whether a test of it looks for the repository's root. */
  private boolean readsBeside(String module) throws IOException {
    for (Path file : files(root.resolve(module).resolve("src/test/java"))) {
      String text = Files.readString(file);
      if (text.contains("Repository.root()") || text.contains("\"../..")) {
        return true;
      }
    }
    return false;
  }

  /** Of all files that are in no module, and that neither a build nor a run has made. */
  private String beside() throws IOException {
    var files = new TreeSet<Path>();
    try (Stream<Path> top = Files.list(root)) {
      for (Path entry : top.toList()) {
        if (!entry.getFileName().toString().startsWith(".")) {
          files.addAll(Files.isDirectory(entry) ? files(entry) : Set.of(entry));
        }
      }
    }
    files.removeIf(
        file -> root.relativize(file).toString().matches("(.*/)?(src|target|\\.[^/]*)/.*"));
    return keyOf(files);
  }

  private String keyOf(Set<Path> files) throws IOException {
    MessageDigest digest = sha256();
    for (Path file : files) {
      digest.update(root.relativize(file).toString().getBytes());
      digest.update(Files.readAllBytes(file));
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static Set<Path> files(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return Set.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return new TreeSet<>(files.filter(Files::isRegularFile).toList());
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
