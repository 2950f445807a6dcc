package io.tidemark.ceiling;

import io.tidemark.measure.Window;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** What is asked of what the database writes to. */
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
    boolean cpuIsFree = database.cpuShare() == null || database.cpuShare() < Thresholds.FULL;
    if (cpuIsFree && isShortOfStorage(facts)) {
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
                database.slowInsertShare(),
                storageShare(database))
            .allMatch(Objects::isNull);
    if (silent) {
      return Finding.missing(signal, "free", DatabaseFindings.remedy(facts));
    }
    return Stream.of(
            over(
                "link to storage " + database.link() + " sending",
                cpuIsFree ? database.linkShare() : null,
                facts.seen().slotsAreTaken() ? Thresholds.BUSY_LINK : Thresholds.FULL),
            over(
                "every task of the database waits for the disk",
                database.ioStalledShare(),
                Thresholds.IO_STALLED),
            over(
                "sessions that wait for a file",
                cpuIsFree ? storageShare(database) : null,
                Thresholds.MUCH_WAIT),
            over("writing files", cpuIsFree ? database.diskShare() : null, Thresholds.FULL),
            over(
                "rows whose series is in no cache",
                cpuIsFree ? slowInsertsOfOldSeries(database) : null,
                Thresholds.SLOW_INSERTS))
        .flatMap(Optional::stream)
        .max(Comparator.comparing(Finding::holds))
        .orElse(new Finding(signal, "nothing of it is full", "free", false));
  }

  /** The others take its part, but where requests wait for them they hold the insert slots. */
  private static boolean isShortOfStorage(Facts facts) {
    return !facts.peak().database().unreachableStorage().isEmpty() && facts.seen().slotsAreTaken();
  }

  /** A series that is new is in no cache, and that once only. */
  private static Double slowInsertsOfOldSeries(Window.Database database) {
    Double slow = database.slowInsertShare();
    return slow == null || database.newSeriesShare() == null
        ? slow
        : Double.valueOf(Math.max(0, slow - database.newSeriesShare()));
  }

  private static Double storageShare(Window.Database database) {
    return database.sessions() == null ? null : database.sessions().storageShare();
  }

  /** Empty where there is no such signal. */
  private static Optional<Finding> over(String signal, Double share, double threshold) {
    return Optional.ofNullable(share).map(value -> Finding.over(signal, value, threshold));
  }
}
