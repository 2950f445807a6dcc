package io.tidemark.sink.rrdcached;

import io.tidemark.process.Poll;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Samples that are not later than the last of their series. After a replay most are there, with
 * their values, and that is as good as accepted. The daemon does not say, so their files are read;
 * each reading has it write what it holds of that file. A batch that is refused comes again in
 * pieces, and these do not wait for what the batch has waited for. Not thread-safe.
 */
final class LateSamples {
  /** Reads a part of a file's archive: {@link Connection#fetch}. */
  interface Files {
    StoredValues fetch(String path, String function, long fromSeconds, long toSeconds)
        throws IOException, RefusedException;
  }

  /** A value that a thread of the daemon is just writing is in neither its memory nor its file. */
  private static final Duration WRITTEN_WITHIN = Duration.ofSeconds(1);

  private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

  private final Files files;
  private final RrdcachedOptions options;
  private final LongSupplier nanos;
  private final Consumer<Duration> pause;

  /** Of the last batch that had any: when each was first looked for in vain. */
  private final Map<UpdateLine, Long> missedSinceNanos = new HashMap<>();

  LateSamples(Files files, RrdcachedOptions options) {
    this(files, options, System::nanoTime, Poll::pause);
  }

  LateSamples(Files files, RrdcachedOptions options, LongSupplier nanos, Consumer<Duration> pause) {
    this.files = files;
    this.options = options;
    this.nanos = nanos;
    this.pause = pause;
  }

  /**
   * @throws RefusedException if one is not what is stored
   */
  void requireStored(List<UpdateLine> late) throws IOException, RefusedException {
    List<UpdateLine> missing = missing(late);
    while (!missing.isEmpty() && mayStillCome(missing)) {
      pause.accept(LOOK_AGAIN);
      missing = missing(missing);
    }
    if (!missing.isEmpty()) {
      UpdateLine line = missing.get(0);
      throw new RefusedException(
          DaemonError.LATE,
          "not later than the last of its series, and not what is stored [time=%d, value=%s, file=%s]"
              .formatted(line.seconds(), line.text(), line.path()));
    }
  }

  /** All of them: for one that does not come, they are refused together. */
  private boolean mayStillCome(List<UpdateLine> missing) {
    long now = nanos.getAsLong();
    return missing.stream()
        .allMatch(line -> now - missedSinceNanos.get(line) < WRITTEN_WITHIN.toNanos());
  }

  private void remember(List<UpdateLine> missing) {
    if (missing.stream().noneMatch(missedSinceNanos::containsKey)) {
      missedSinceNanos.clear();
    }
    long now = nanos.getAsLong();
    missing.forEach(line -> missedSinceNanos.putIfAbsent(line, now));
  }

  /**
   * Those of which nothing is known at their time.
   *
   * @throws RefusedException if another value is stored: that does not change any more
   */
  private List<UpdateLine> missing(List<UpdateLine> late) throws IOException, RefusedException {
    Map<String, List<UpdateLine>> byPath =
        late.stream().collect(Collectors.groupingBy(UpdateLine::path));
    var missing = new ArrayList<UpdateLine>();
    RefusedException other = null;
    for (Map.Entry<String, List<UpdateLine>> series : byPath.entrySet()) {
      List<UpdateLine> lines = series.getValue();
      long first = lines.stream().mapToLong(UpdateLine::seconds).min().orElseThrow();
      long last = lines.stream().mapToLong(UpdateLine::seconds).max().orElseThrow();
      StoredValues stored =
          files.fetch(
              series.getKey(), options.function(), first - options.step().toSeconds(), last);
      for (UpdateLine line : lines) {
        double read = stored.at(line.seconds());
        if (StoredValues.isSame(line.value(), read)) {
          continue;
        }
        if (Double.isNaN(read)) {
          missing.add(line);
        } else {
          other =
              new RefusedException(
                  DaemonError.LATE,
                  "another value is stored [time=%d, value=%s, stored=%s, file=%s]"
                      .formatted(line.seconds(), line.text(), read, line.path()));
        }
      }
    }
    if (!missing.isEmpty()) {
      remember(missing);
    }
    if (other != null) {
      throw other;
    }
    return missing;
  }
}
