package io.tidemark.ceiling;

import static io.tidemark.measure.Amounts.finePercent;

import io.tidemark.measure.Window;
import io.tidemark.measure.window.Database;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The questions about what the database writes to. */
final class StorageFindings {
  private StorageFindings() {}

  static Finding storageIsSlow(Facts facts) {
    String signal = "the database's storage";
    var database = facts.peak().database();
    if (database == null) {
      return Finding.missing(signal, "free", DatabaseFindings.remedy(facts));
    }
    if (Signals.isReadOnly(facts.peak())) {
      return new Finding(signal, "read-only", "takes writes", true);
    }
    Boolean cpuIsFree = Signals.cpuIsFree(database);
    if (!Boolean.FALSE.equals(cpuIsFree) && isShortOfStorage(facts)) {
      return new Finding(
          "storage that can't be reached",
          String.join(", ", database.unreachableStorage()),
          "none, where all insert slots are taken",
          true);
    }
    boolean silent =
        Stream.of(
                database.readOnly(),
                database.linkShare(),
                database.ioStalledShare(),
                database.diskShare(),
                storageShare(database))
            .allMatch(Objects::isNull);
    if (silent) {
      return Finding.missing(signal, "free", DatabaseFindings.remedy(facts));
    }
    return Stream.of(
            over(
                "link to storage " + database.link() + " sending",
                database.linkShare(),
                facts.seen().slotsAreTaken() ? Thresholds.BUSY_LINK : Thresholds.FULL,
                cpuIsFree),
            over(
                "all of the database's threads wait for the disk",
                database.ioStalledShare(),
                Thresholds.STALLED,
                true),
            over(
                "sessions that wait for a file",
                storageShare(database),
                Thresholds.MUCH_WAIT,
                cpuIsFree),
            over("writing files", writing(database), Thresholds.FULL, cpuIsFree))
        .flatMap(Optional::stream)
        .max(Comparator.comparing(StorageFindings::telling))
        .orElse(new Finding(signal, "nothing of it is full", "free", false));
  }

  /**
   * Tells whether storage is short. If a storage process is unreachable, the others take its part;
   * but if requests wait for them, they hold the insert slots.
   */
  private static boolean isShortOfStorage(Facts facts) {
    return !facts.peak().database().unreachableStorage().isEmpty() && facts.seen().slotsAreTaken();
  }

  /** A finding that holds comes first, then one that is missing, then one that does not hold. */
  private static int telling(Finding finding) {
    return finding.isTrue() ? 2 : finding.isMissing() ? 1 : 0;
  }

  /** Returns the factor that a disk twice as fast gains, by how much it is waited for. */
  static double withTwiceTheDisk(Window window) {
    var database = window.database();
    double sessions = database.sessions() == null ? 0 : database.sessions().active();
    return Math.max(
        // A thread that writes a file does one thing after the other.
        withHalfTheTime(writing(database), 1),
        Math.max(
            withHalfTheTime(database.ioStalledShare(), window.inFlight().mean()),
            withHalfTheTime(storageShare(database), sessions)));
  }

  /**
   * Halves the waiting. If one waits at a time, half of its waiting goes (Amdahl's law). If several
   * wait at once, they stand in a queue, which vanishes until what else they do takes all of their
   * time (the asymptotic bound of a closed network).
   *
   * @param share the share of its time that each waits; null for none
   * @param waiters how many may wait
   */
  private static double withHalfTheTime(Double share, double waiters) {
    double waits = share == null ? 0 : Math.min(1, share);
    double left = waits * waiters >= 2 ? 1 - waits : 1 - waits / Thresholds.DOUBLED;
    return Math.min(Thresholds.DOUBLED, 1 / Math.max(left, 1e-3));
  }

  /**
   * Returns the share of time in which files are written, if nothing says how much of it is waited
   * for: flushes and merges write beside the requests, which wait for them only if everything does.
   */
  private static Double writing(Database database) {
    return database.ioStalledShare() == null ? database.diskShare() : null;
  }

  private static Double storageShare(Database database) {
    return database.sessions() == null ? null : database.sessions().storageShare();
  }

  /**
   * Returns a finding; it is empty if there is no such signal, or if the signal says nothing
   * because a database that lacks CPU is slow at its storage, too.
   *
   * @param cpuIsFree whether CPU is free; null if that is not known
   */
  private static Optional<Finding> over(
      String signal, Double share, double threshold, Boolean cpuIsFree) {
    if (share == null || Boolean.FALSE.equals(cpuIsFree)) {
      return Optional.empty();
    }
    Finding over = Finding.over(signal, share, threshold);
    return Optional.of(
        over.isTrue() && cpuIsFree == null
            ? Finding.missing(
                "%s (%s), while its CPU is free".formatted(signal, finePercent(share)),
                over.threshold(),
                DatabaseFindings.HOST_REMEDY)
            : over);
  }
}
