package io.tidemark.sink.rrdcached;

import io.tidemark.process.Poll;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Samples that are not later than the last of their series. After a replay most are there, with
 * their values, and that is as good as accepted. The daemon does not say, so their files are read;
 * each reading has it write what it holds of that file.
 */
record LateSamples(Connection connection, Options options) {
  /** A value that a thread of the daemon is just writing is in neither its memory nor its file. */
  private static final Duration WRITTEN_WITHIN = Duration.ofSeconds(1);

  private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

  /**
   * @throws RefusedException if one is not what is stored
   */
  void requireStored(List<UpdateLine> late) throws IOException, RefusedException {
    long deadlineNanos = System.nanoTime() + WRITTEN_WITHIN.toNanos();
    List<UpdateLine> missing = missing(late);
    while (!missing.isEmpty() && System.nanoTime() - deadlineNanos < 0) {
      Poll.pause(LOOK_AGAIN);
      missing = missing(missing);
    }
    if (!missing.isEmpty()) {
      UpdateLine line = missing.get(0);
      throw new RefusedException(
          Answer.LATE,
          "not later than the last of its series, and not what is stored [time=%d, value=%s, file=%s]"
              .formatted(line.seconds(), line.text(), line.path()));
    }
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
    for (Map.Entry<String, List<UpdateLine>> series : byPath.entrySet()) {
      List<UpdateLine> lines = series.getValue();
      long first = lines.stream().mapToLong(UpdateLine::seconds).min().orElseThrow();
      long last = lines.stream().mapToLong(UpdateLine::seconds).max().orElseThrow();
      StoredValues stored =
          connection.fetch(
              series.getKey(), options.function(), first - options.step().toSeconds(), last);
      for (UpdateLine line : lines) {
        double read = stored.at(line.seconds());
        if (StoredValues.isSame(line.value(), read)) {
          continue;
        }
        if (!Double.isNaN(read)) {
          throw new RefusedException(
              Answer.LATE,
              "another value is stored [time=%d, value=%s, stored=%s, file=%s]"
                  .formatted(line.seconds(), line.text(), read, line.path()));
        }
        missing.add(line);
      }
    }
    return missing;
  }
}
