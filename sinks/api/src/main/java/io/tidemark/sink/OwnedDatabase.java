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
   * @param insertSlots its bound on requests that it works on at once; empty for its own choice, or
   *     if it has none
   * @param cpus the processors it may use, as taskset takes them, e.g. "0-1"; "" for any
   * @param arguments of its command line, in addition to those it needs
   * @param program to start in place of the one that is found here; "" for that one
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

  /** How one is started. */
  interface Starter {
    /** What users call the database, for messages: "VictoriaMetrics". */
    String product();

    /**
     * With no data. Returns when it is ready to be written to.
     *
     * @throws IllegalArgumentException if its program is not found: one line that says what to do
     * @throws io.tidemark.process.RunException if it does not become ready
     */
    OwnedDatabase start(Settings settings);

    /**
     * @param saved from {@link #saveTo}; not changed
     */
    OwnedDatabase startFrom(Path saved, Settings settings);

    /**
     * Whether it takes a minute of writes until one is as fast as it will be, as what a Java
     * machine compiles does.
     */
    boolean startsSlow();

    /**
     * The same, whose databases have a copy of this data instead of none.
     *
     * @param saved from {@link #saveTo}; not changed
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

    /** Of both, and that name. */
    static Starter of(
        String product,
        Function<Settings, OwnedDatabase> start,
        BiFunction<Path, Settings, OwnedDatabase> startFrom) {
      return new Functions(product, false, start, startFrom);
    }

    /** The same of one that {@link #startsSlow}. */
    static Starter slow(
        String product,
        Function<Settings, OwnedDatabase> start,
        BiFunction<Path, Settings, OwnedDatabase> startFrom) {
      return new Functions(product, true, start, startFrom);
    }

    /** A starter of two functions. */
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

  /** For {@code target.urls}. */
  URI url();

  /**
   * How a job that is configured like this writes to it: without a label to delete it by, for it
   * goes with all its data.
   */
  default TargetConfig target(TargetConfig configured) {
    return configured.withUrls(List.of(url())).withRunLabel(false);
  }

  /** Holds its data. */
  Path folder();

  /**
   * The first of its processes, if it has several: for their CPU time, and to bind them to other
   * processors while they run.
   *
   * @throws IllegalStateException if it is stopped
   */
  LinuxProcess process();

  /**
   * Asks it to merge its files as far as it can, which goes on afterwards.
   *
   * @return whether it took that; false for a database that has no such request
   */
  default boolean mergeAll() {
    return false;
  }

  /** Stops it first if it runs. */
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
