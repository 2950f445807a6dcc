package io.tidemark.search.worst;

import io.tidemark.process.RunException;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Keeps what hooks have done that has to be undone: a file for each in a folder, from before the
 * hook begins until it is undone. If a process is killed meanwhile, the next one says what it has
 * left.
 *
 * @param folder the folder of these files, which need not exist
 */
public record Undos(Path folder) {
  private static final String PROCESS = "process";
  private static final String STARTED = "started";
  private static final String EVENT = "event";
  private static final String UNDO = "undo";
  private static final String FROM = "from";

  /** Returns those of this machine's user, in the user's cache folder. */
  public static Undos ofThisUser() {
    String cache = System.getenv("XDG_CACHE_HOME");
    Path folder =
        cache == null || cache.isBlank()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(cache);
    return new Undos(folder.resolve("tidemark").resolve("undo"));
  }

  /**
   * Writes down how an event is undone.
   *
   * @return the file, to be removed when it is undone
   * @throws RunException if it can't be written
   */
  Path add(String event, String undo) {
    var record = new Properties();
    record.setProperty(PROCESS, Long.toString(ProcessHandle.current().pid()));
    record.setProperty(STARTED, started(ProcessHandle.current()));
    record.setProperty(EVENT, event);
    record.setProperty(UNDO, undo);
    record.setProperty(FROM, Path.of("").toAbsolutePath().toString());
    try {
      var text = new StringWriter();
      record.store(text, "What a hook of Tidemark's did, and is not undone");
      Files.createDirectories(folder);
      Path file =
          Files.createTempFile(
              folder,
              event + "-",
              ".properties",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      return Files.writeString(file, text.toString());
    } catch (IOException e) {
      throw new RunException(
          "%s was not begun: how to undo it can't be kept in %s (%s)"
              .formatted(event, folder, e.getMessage()),
          e);
    }
  }

  static void remove(Path record) {
    try {
      Files.deleteIfExists(record);
    } catch (IOException e) {
      throw new RunException(
          "can't remove %s, which says what is undone already (%s)"
              .formatted(record, e.getMessage()),
          e);
    }
  }

  /** Returns when a process began, which tells it from others that had its number. */
  private static String started(ProcessHandle process) {
    return process.info().startInstant().map(Object::toString).orElse("");
  }

  /** Returns what ended processes have not undone: a line for each, with what to do. */
  public List<String> left() {
    try {
      return leftByOthers();
    } catch (UncheckedIOException e) {
      return List.of(e.getMessage() + ", where earlier searches say what they have not undone");
    }
  }

  private List<String> leftByOthers() {
    return records()
        .filter(record -> !isRunning(record.content))
        .map(
            record ->
                "%s of an earlier search (process %s) is not undone; in %s run `%s`, then remove %s"
                    .formatted(
                        record.content.getProperty(EVENT),
                        record.content.getProperty(PROCESS),
                        record.content.getProperty(FROM),
                        record.content.getProperty(UNDO),
                        record.file))
        .toList();
  }

  /** Returns what this process has not undone yet, in one line; "" if there is nothing. */
  public String unfinished() {
    String own = Long.toString(ProcessHandle.current().pid());
    return records()
        .filter(
            record -> own.equals(record.content.getProperty(PROCESS)) && isRunning(record.content))
        .map(
            record ->
                "%s is not undone: `%s`"
                    .formatted(record.content.getProperty(EVENT), record.content.getProperty(UNDO)))
        .collect(Collectors.joining("; "));
  }

  private static boolean isRunning(Properties record) {
    return ProcessHandle.of(Long.parseLong(record.getProperty(PROCESS)))
        .filter(ProcessHandle::isAlive)
        .map(process -> started(process).equals(record.getProperty(STARTED)))
        .orElse(false);
  }

  private record Kept(Path file, Properties content) {}

  private Stream<Kept> records() {
    if (!Files.isDirectory(folder)) {
      return Stream.empty();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList().stream().flatMap(file -> read(file).stream());
    } catch (IOException e) {
      throw new UncheckedIOException("can't read " + folder, e);
    }
  }

  /**
   * Returns a record; empty if the file is none, was removed meanwhile, or is still being written.
   */
  private static Optional<Kept> read(Path file) {
    var record = new Properties();
    try {
      record.load(new StringReader(Files.readString(file)));
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
    boolean isWhole =
        record.containsKey(UNDO) && record.getProperty(PROCESS, "").matches("\\d{1,18}");
    return isWhole ? Optional.of(new Kept(file, record)) : Optional.empty();
  }
}
