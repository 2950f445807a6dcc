package io.tidemark.sink;

import io.tidemark.process.FolderCopy;
import io.tidemark.process.LinuxProcess;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A real database that Tidemark started, on loopback, with its data in a temporary folder. Process
 * and folder vanish with this process, however it ends. Address and data survive a restart. Not
 * thread-safe.
 */
public interface OwnedDatabase extends AutoCloseable {
  /**
   * The settings with which it is started.
   *
   * @param insertSlots the number of its insert slots; empty for its own choice, or if it has none
   * @param cpus the processors that it may use, as taskset takes them, e.g. "0-1"; "" for any
   * @param arguments further arguments of its command line
   * @param program the program to start in place of the one that is found here; "" for that one
   */
  public record Settings(
      OptionalInt insertSlots, String cpus, List<String> arguments, String program) {
    public static final Settings DEFAULT = new Settings(OptionalInt.empty(), "", List.of());

    public Settings {
      arguments = List.copyOf(arguments);
    }

    public Settings(OptionalInt insertSlots, String cpus, List<String> arguments) {
      this(insertSlots, cpus, arguments, "");
    }

    public Settings withInsertSlots(int slots) {
      return new Settings(OptionalInt.of(slots), cpus, arguments, program);
    }

    public Settings on(String cpus) {
      return new Settings(insertSlots, cpus, arguments, program);
    }

    public static Settings arguments(String... arguments) {
      return new Settings(OptionalInt.empty(), "", List.of(arguments));
    }
  }

  /** Starts a database of one kind. */
  interface Starter {
    /** Returns what users call the database, for messages: "VictoriaMetrics". */
    String product();

    /**
     * Starts a database without data, and returns when it is ready to be written to.
     *
     * @throws IllegalArgumentException if its program is not found; the message is one line that
     *     says what to do
     * @throws io.tidemark.process.RunException if it does not become ready
     */
    OwnedDatabase start(Settings settings);

    /**
     * Starts a database with a copy of this data.
     *
     * @param saved a folder from {@link #saveTo}, which is not changed
     */
    OwnedDatabase startFrom(Path saved, Settings settings);

    /**
     * Tells whether the database needs a minute of writes until it is as fast as it will be, as a
     * program that Java compiles while it runs does.
     */
    boolean startsSlow();

    /**
     * Returns a starter whose databases have a copy of this data instead of none.
     *
     * @param saved a folder from {@link #saveTo}, which is not changed
     */
    default Starter beginningWith(Path saved) {
      return new Functions(
          product(),
          startsSlow(),
          settings -> {
            FolderCopy.requireRoom(saved);
            return startFrom(saved, settings);
          },
          this::startFrom);
    }

    /** Returns a starter with this name made of both functions. */
    static Starter of(
        String product,
        Function<Settings, OwnedDatabase> start,
        BiFunction<Path, Settings, OwnedDatabase> startFrom) {
      return new Functions(product, false, start, startFrom);
    }

    /** Returns the same for a database that {@link #startsSlow}. */
    static Starter slow(
        String product,
        Function<Settings, OwnedDatabase> start,
        BiFunction<Path, Settings, OwnedDatabase> startFrom) {
      return new Functions(product, true, start, startFrom);
    }

    /** A starter made of two functions. */
    record Functions(
        String product,
        boolean startsSlow,
        Function<Settings, OwnedDatabase> empty,
        BiFunction<Path, Settings, OwnedDatabase> saved)
        implements Starter {
      @Override
      public OwnedDatabase start(Settings settings) {
        return empty.apply(settings);
      }

      @Override
      public OwnedDatabase startFrom(Path folder, Settings settings) {
        return saved.apply(folder, settings);
      }
    }
  }

  /** Returns the URL for {@code target.urls}. */
  URI url();

  /**
   * Returns the target with which a configured job writes to it. It has no label to delete the run
   * by, because the database vanishes with all its data.
   */
  default TargetConfig target(TargetConfig configured) {
    return configured.withUrls(List.of(url())).withRunLabel(false);
  }

  /** Returns the folder that holds its data. */
  Path folder();

  /**
   * Returns its process, or the first one if it has several, in order to read its CPU time and to
   * bind it to other processors while it runs.
   *
   * @throws IllegalStateException if it is stopped
   */
  LinuxProcess process();

  /**
   * Asks it to merge its files as far as it can, which goes on afterwards.
   *
   * @return whether it accepted that; false for a database that has no such request
   */
  default boolean mergeAll() {
    return false;
  }

  /** Starts it with these settings; if it runs, it is stopped first. */
  void restart(Settings settings);

  /** Lets it write what it has to disk, and ends it. */
  void stop();

  /**
   * Copies its data to a folder that does not exist yet.
   *
   * @throws IllegalStateException if it is not stopped
   */
  void saveTo(Path folder);

  @Override
  void close();
}
