package io.tidemark.ab;

import io.tidemark.aged.KeptDatabases.Kept;
import io.tidemark.build.Version;
import io.tidemark.job.RootCause;
import io.tidemark.job.config.ConfigException;
import io.tidemark.judge.Judging;
import io.tidemark.process.RunException;
import io.tidemark.run.StoreIdentity;
import io.tidemark.savepoint.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * How far a comparison has come, in a file that is whole at any moment. A comparison that was
 * killed goes on after the last run in it.
 *
 * @param version of this file's content
 * @param savepoint null until there is one
 * @param countedBefore totals in it
 * @param range null until the runs can begin
 * @param stores the database that each side writes to, if it tells
 * @param looks after how many runs of each side the comparison looks whether it knows enough; the
 *     last is the end of the runs
 * @param notes of what was chosen
 * @param begun runs, those that were killed too
 * @param runs done, those that were not valid too
 */
public record Progress(
    int version,
    Setup setup,
    String savepoint,
    Map<String, Long> countedBefore,
    Range range,
    Map<Arm, StoreIdentity> stores,
    List<Integer> looks,
    List<String> notes,
    int begun,
    List<AbRun> runs) {

  static final String FILE = "ab.json";
  private static final int KNOWN = 1;

  /**
   * What was asked for.
   *
   * @param id with which the runs' labels begin
   * @param detect relative size of the effect that is to be told from none; 0: make a number of
   *     runs
   * @param mostMillis that the runs may take where an effect is to be detected
   * @param runMillis that the faster side is to take; longer than was asked for, where the range
   *     had to be
   * @param cluster "" for inside the process
   * @param ownStore whether Tidemark starts the database
   * @param judging by what the sides are judged
   * @param pasts that databases of our own begin with; of A alone where both sides share them
   */
  public record Setup(
      String id,
      String startedAt,
      String tidemarkVersion,
      boolean sameSides,
      double detect,
      long mostMillis,
      long runMillis,
      long warmUpMillis,
      String cluster,
      boolean ownStore,
      Judging judging,
      Map<Arm, Kept> pasts) {
    /** A file that was begun before there was judging, or a past, has none. */
    public Setup {
      judging = judging == null ? Judging.NONE : judging;
      pasts = pasts == null ? Map.of() : Map.copyOf(pasts);
    }

    private Setup with(long runMillis, Map<Arm, Kept> pasts) {
      return new Setup(
          id,
          startedAt,
          tidemarkVersion,
          sameSides,
          detect,
          mostMillis,
          runMillis,
          warmUpMillis,
          cluster,
          ownStore,
          judging,
          pasts);
    }
  }

  public Progress {
    stores = Map.copyOf(stores);
    looks = List.copyOf(looks);
    notes = List.copyOf(notes);
    runs = List.copyOf(runs);
  }

  /**
   * @param runs of each side, to begin with
   */
  static Progress of(Setup setup, int runs) {
    return new Progress(
        KNOWN, setup, null, Map.of(), null, Map.of(), List.of(runs), List.of(), 0, List.of());
  }

  /** Of each side. */
  int perSide() {
    return looks.get(looks.size() - 1);
  }

  /** The order of the runs; a longer one begins with it. */
  List<Arm> order() {
    return Arm.order(perSide(), setup.id().hashCode());
  }

  Progress lookingAt(int runs) {
    return with(copy -> copy.looks = with(looks, runs));
  }

  Progress withSavepoint(String savepoint, Map<String, Long> countedBefore) {
    return with(
        copy -> {
          copy.savepoint = savepoint;
          copy.countedBefore = countedBefore;
        });
  }

  Progress withStores(Map<Arm, StoreIdentity> stores) {
    return with(copy -> copy.stores = stores);
  }

  /**
   * @param millis that the faster side takes for it
   */
  Progress withRange(Range range, long millis) {
    return with(
        copy -> {
          copy.range = range;
          copy.setup = setup.with(Math.max(millis, setup.runMillis()), setup.pasts());
        });
  }

  /** Before anything is written. */
  Progress withPasts(Map<Arm, Kept> pasts) {
    return with(copy -> copy.setup = setup.with(setup.runMillis(), pasts));
  }

  Progress noting(String note) {
    return with(copy -> copy.notes = with(notes, note));
  }

  /** Another run begins: whatever becomes of it, none after it has its number. */
  Progress beginning() {
    return with(copy -> copy.begun++);
  }

  Progress after(AbRun run) {
    return with(copy -> copy.runs = with(runs, run));
  }

  private Progress with(Consumer<Copy> change) {
    var copy = new Copy(this);
    change.accept(copy);
    return copy.made();
  }

  /** The parts of a progress while some of them change. */
  private static final class Copy {
    private final int version;
    private Setup setup;
    private String savepoint;
    private Map<String, Long> countedBefore;
    private Range range;
    private Map<Arm, StoreIdentity> stores;
    private List<Integer> looks;
    private List<String> notes;
    private int begun;
    private List<AbRun> runs;

    private Copy(Progress of) {
      version = of.version;
      setup = of.setup;
      savepoint = of.savepoint;
      countedBefore = of.countedBefore;
      range = of.range;
      stores = of.stores;
      looks = of.looks;
      notes = of.notes;
      begun = of.begun;
      runs = of.runs;
    }

    private Progress made() {
      return new Progress(
          version, setup, savepoint, countedBefore, range, stores, looks, notes, begun, runs);
    }
  }

  private static <T> List<T> with(List<T> list, T last) {
    var more = new ArrayList<>(list);
    more.add(last);
    return more;
  }

  /** Attempts made at a place in the order. */
  List<AbRun> attempts(int place) {
    return runs.stream().filter(run -> run.place() == place).toList();
  }

  /** Replaces the file at once: a reader sees the old one or the new one. */
  void save(Path folder) {
    Path file = folder.resolve(FILE);
    Path next = folder.resolve(FILE + ".next");
    try {
      Files.write(next, Json.write(this).getBytes(StandardCharsets.UTF_8));
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new RunException("can't write %s: %s".formatted(file, RootCause.of(e)), e);
    }
  }

  /**
   * @throws ConfigException if there is none that this build can go on with
   */
  static Progress load(Path folder) {
    Path file = folder.resolve(FILE);
    Progress progress;
    try {
      progress = Json.read(Files.readAllBytes(file), Progress.class);
    } catch (NoSuchFileException e) {
      throw new ConfigException(
          "--resume %s: there is no %s; give the folder of a comparison that was begun"
              .formatted(folder, FILE),
          e);
    } catch (IOException e) {
      throw new ConfigException("--resume: %s can't be read as progress".formatted(file), e);
    }
    if (progress.version != KNOWN || !progress.setup.tidemarkVersion().equals(Version.TIDEMARK)) {
      throw new ConfigException(
          "--resume: %s is of Tidemark %s, this is %s; runs of two versions can't be compared"
              .formatted(file, progress.setup.tidemarkVersion(), Version.TIDEMARK));
    }
    return progress;
  }
}
