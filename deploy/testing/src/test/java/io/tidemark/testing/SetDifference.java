package io.tidemark.testing;

import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How the points that a database holds differ from those that it should hold. Prints how many there
 * are of each kind and the first few of them, for a list of thousands hides what they have in
 * common.
 *
 * @param missing points that should be there
 * @param extra points that should not
 * @param expected how many there should be
 */
public record SetDifference(Set<StoredSample> missing, Set<StoredSample> extra, int expected) {
  private static final int SHOWN = 10;
  private static final Comparator<StoredSample> BY_TIME =
      Comparator.comparingLong(StoredSample::timestampMillis)
          .thenComparing(StoredSample::series)
          .thenComparing(StoredSample::value);

  public static SetDifference between(Set<StoredSample> expected, Set<StoredSample> stored) {
    return new SetDifference(without(expected, stored), without(stored, expected), expected.size());
  }

  private static Set<StoredSample> without(Set<StoredSample> all, Set<StoredSample> some) {
    var rest = new HashSet<>(all);
    some.forEach(rest::remove);
    return rest;
  }

  public boolean isNone() {
    return missing.isEmpty() && extra.isEmpty();
  }

  @Override
  public String toString() {
    return "of %d points%s%s"
        .formatted(expected, describe("missing", missing), describe("extra", extra));
  }

  private static String describe(String kind, Set<StoredSample> points) {
    String first =
        points.stream()
            .sorted(BY_TIME)
            .limit(SHOWN)
            .map(p -> "\n  %s %d %s".formatted(p.series(), p.timestampMillis(), p.value()))
            .collect(Collectors.joining());
    return "\n%d %s, of %d series%s"
        .formatted(
            points.size(),
            kind,
            points.stream().map(StoredSample::series).distinct().count(),
            first);
  }
}
