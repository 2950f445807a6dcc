package io.tidemark.endtoend;

import io.tidemark.job.config.OffsetsText;
import io.tidemark.job.config.OffsetsText.Partition;
import io.tidemark.testing.KafkaBroker;
import io.tidemark.testing.StoredSample;
import io.tidemark.testing.VictoriaMetricsContainer;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A topic whose every offset is known, and what databases hold of a part of it. Samples are kept as
 * 64-bit hashes: two sets of a million that differ look alike once in 10^7 times.
 */
record ComparedTopic(String name, Traffic traffic) {
  private static final int PARTITIONS = 3;
  private static final int POINTS_PER_RECORD = 50;

  void produce(KafkaBroker kafka) {
    kafka.createTopic(name, PARTITIONS);
    kafka.produce(name, PARTITIONS, traffic.remoteWrite(POINTS_PER_RECORD));
  }

  /**
   * What was to be stored of the records between these offsets.
   *
   * @param start of each partition, as {@code topic:partition=offset,…}
   */
  Set<Long> expected(String start, String end, int m) {
    Map<Partition, Long> starts = OffsetsText.parse(start);
    Map<Partition, Long> ends = OffsetsText.parse(end);
    var expected = new HashSet<Long>();
    List<Traffic.Point> points = traffic.points();
    for (int i = 0; i < points.size(); i++) {
      int record = i / POINTS_PER_RECORD;
      var partition = new Partition(name, record % PARTITIONS);
      long offset = record / PARTITIONS;
      if (offset >= starts.get(partition) && offset < ends.get(partition)) {
        traffic.amplify(points.get(i), m, 1, Map.of(), sample -> expected.add(hash(sample)));
      }
    }
    return expected;
  }

  /** What is stored under a label, which is itself left out. */
  static Set<Long> stored(VictoriaMetricsContainer store, String label, String value) {
    var stored = new HashSet<Long>();
    String written = "," + label + "=" + value;
    store.export(
        "{" + label + "=\"" + value + "\"}",
        sample ->
            stored.add(
                hash(
                    new StoredSample(
                        sample.series().replace(written, ""),
                        sample.timestampMillis(),
                        sample.value()))));
    return stored;
  }

  private static long hash(StoredSample sample) {
    long hash = 0xcbf29ce484222325L; // FNV-1a
    for (int i = 0; i < sample.series().length(); i++) {
      hash = (hash ^ sample.series().charAt(i)) * 0x100000001b3L;
    }
    hash = (hash ^ sample.timestampMillis()) * 0x9E3779B97F4A7C15L;
    hash = (hash ^ hash >>> 32 ^ Double.doubleToLongBits(sample.value())) * 0xBF58476D1CE4E5B9L;
    return hash ^ hash >>> 31;
  }
}
