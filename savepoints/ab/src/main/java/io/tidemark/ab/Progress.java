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
 * The progress of a comparison, in a file that is complete at any moment. A comparison that was
 * killed continues after the last run in it.
 *
 * @param version version of this file's format
 * @param savepoint the savepoint; null until it was taken
 * @param countedBefore totals at the savepoint
 * @param range the part of the source that runs read; null until it was chosen
 * @param stores identity of each side's database, if it reports one
 * @param looks numbers of runs of each side after which the comparison checks whether they show
 *     enough; the last one ends it
 * @param notes notes on what was chosen
 * @param begun number of runs begun, including those that were killed
 * @param runs runs that ended, including those that were not valid
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
   * What the user asked for.
   *
   * @param id name of the comparison, with which the labels of its runs begin
   * @param detect relative size of the effect that is to be detected; 0 to make a fixed number of
   *     runs
   * @param mostMillis time that all runs may take if an effect is to be detected
   * @param runMillis time that the faster side is to take for a run; longer than the user asked for
   *     if the range had to be longer
   * @param cluster address of the cluster; "" for a Flink inside this process
   * @param ownStore whether Tidemark starts the database
   * @param judging metrics by which the sides are judged
   * @param pasts pasts with which the databases begin; only A's if both sides share one
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
    /** Files of versions without judgements or pasts lack these fields. */
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
   * @param runs number of runs of each side before the first look
   */
  static Progress of(Setup setup, int runs) {
    return new Progress(
        KNOWN, setup, null, Map.of(), null, Map.of(), List.of(runs), List.of(), 0, List.of());
  }

  /** Returns the number of runs of each side that are planned so far. */
  int perSide() {
    return looks.get(looks.size() - 1);
  }

  /** Returns the order of the runs; if more are planned later, their order begins with this one. */
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
   * @param millis time that the faster side takes for the range
   */
  Progress withRange(Range range, long millis) {
    return with(
        copy -> {
          copy.range = range;
          copy.setup = setup.with(Math.max(millis, setup.runMillis()), setup.pasts());
        });
  }

  /** Sets the pasts, before anything is written. */
  Progress withPasts(Map<Arm, Kept> pasts) {
    return with(copy -> copy.setup = setup.with(setup.runMillis(), pasts));
  }

  Progress noting(String note) {
    return with(copy -> copy.notes = with(notes, note));
  }

  /** Counts a run that begins. Whatever happens to it, no later run gets its number. */
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

  /** Mutable parts of a progress, for making a changed copy. */
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

  /** Returns the runs so far at a place in the order. */
  List<AbRun> attempts(int place) {
    return runs.stream().filter(run -> run.place() == place).toList();
  }

  /** Replaces the file in one step, so that a reader sees either the old or the new one. */
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
   * @throws ConfigException if the folder has no comparison that this version can continue
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
