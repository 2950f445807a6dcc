package io.tidemark.endtoend;

import io.tidemark.testing.StoredSample;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.xerial.snappy.Snappy;

/**
 * Source samples whose amplified set is known: series × ticks, each sample with a value of its own.
 * Encoded and amplified the plain way, with none of the job's own code, so that the two can be
 * compared.
 */
record Traffic(int series, int ticks, long startMillis, long intervalMillis) {
  /** Of a series' value from one tick to the next; few digits, also in parts. */
  private static final double STEP = 1 / 512.0;

  /** One source sample. */
  record Point(Map<String, String> labels, long timestampMillis, double value) {}

  /** All points, tick by tick. Every third series has no instance label. */
  List<Point> points() {
    var points = new ArrayList<Point>();
    for (int tick = 0; tick < ticks; tick++) {
      for (int s = 0; s < series; s++) {
        var labels = new TreeMap<String, String>();
        labels.put("__name__", "cpu_usage_" + s % 5);
        labels.put("job", "näme=\"" + s / 5 + "\" ,");
        if (s % 3 != 0) {
          labels.put("instance", "host_" + s);
        }
        points.add(new Point(labels, startMillis + tick * intervalMillis, s + tick * STEP));
      }
    }
    return points;
  }

  /** What a database must hold after these points were amplified. */
  Set<StoredSample> amplified(int m, int n, Map<String, String> extraLabels) {
    var stored = new HashSet<StoredSample>();
    points().forEach(point -> amplify(point, m, n, extraLabels, stored::add));
    return stored;
  }

  /** The same of one instance with values on the line to the next point; the last ones stay. */
  Set<StoredSample> interpolated(int m, Map<String, String> extraLabels) {
    long lastMillis = startMillis + (ticks - 1) * intervalMillis;
    var stored = new HashSet<StoredSample>();
    for (Point point : points()) {
      var labels = new TreeMap<>(point.labels());
      labels.putAll(extraLabels);
      String series = StoredSample.series(labels);
      double step = point.timestampMillis() == lastMillis ? 0 : STEP;
      for (int tick = 0; tick < m; tick++) {
        long timestamp = point.timestampMillis() + tick * intervalMillis / m;
        stored.add(new StoredSample(series, timestamp, point.value() + step * tick / m));
      }
    }
    return stored;
  }

  /** What becomes of one point. */
  void amplify(
      Point point, int m, int n, Map<String, String> extraLabels, Consumer<StoredSample> each) {
    for (int instance = 0; instance < n; instance++) {
      var labels = new TreeMap<>(point.labels());
      if (instance > 0) {
        labels.put("instance", labels.getOrDefault("instance", "") + "~" + instance);
      }
      labels.putAll(extraLabels);
      String series = StoredSample.series(labels);
      for (int tick = 0; tick < m; tick++) {
        long timestamp = point.timestampMillis() + tick * intervalMillis / m;
        each.accept(new StoredSample(series, timestamp, point.value()));
      }
    }
  }

  /** Kafka records of Snappy remote write, {@code pointsPerRecord} points in each. */
  List<byte[]> remoteWrite(int pointsPerRecord) {
    return records(pointsPerRecord, Traffic::writeRequest);
  }

  /** Records of Influx lines, {@code pointsPerRecord} lines in each. */
  List<byte[]> influx(int pointsPerRecord) {
    return records(
        pointsPerRecord,
        points -> {
          var lines = new StringBuilder();
          points.forEach(point -> lines.append(line(point)).append('\n'));
          return lines.toString().getBytes(StandardCharsets.UTF_8);
        });
  }

  private interface Encoding {
    byte[] encode(List<Point> points);
  }

  private List<byte[]> records(int pointsPerRecord, Encoding encoding) {
    List<Point> points = points();
    var records = new ArrayList<byte[]>();
    for (int from = 0; from < points.size(); from += pointsPerRecord) {
      int to = Math.min(points.size(), from + pointsPerRecord);
      records.add(encoding.encode(points.subList(from, to)));
    }
    return records;
  }

  /** The metric's name is measurement_field, as VictoriaMetrics reads it. */
  private static String line(Point point) {
    String name = point.labels().get("__name__");
    int split = name.lastIndexOf('_');
    var line = new StringBuilder(name.substring(0, split));
    point
        .labels()
        .forEach(
            (label, value) -> {
              if (!label.equals("__name__")) {
                String escaped = value.replace(",", "\\,").replace("=", "\\=").replace(" ", "\\ ");
                line.append(',').append(label).append('=').append(escaped);
              }
            });
    return line.append(' ')
        .append(name.substring(split + 1))
        .append('=')
        .append(point.value())
        .append(' ')
        .append(point.timestampMillis() * 1_000_000)
        .toString();
  }

  private static byte[] writeRequest(List<Point> points) {
    var request = new ByteArrayOutputStream();
    for (Point point : points) {
      var timeSeries = new ByteArrayOutputStream();
      point
          .labels()
          .forEach(
              (name, value) -> {
                var label = new ByteArrayOutputStream();
                field(label, 1, name.getBytes(StandardCharsets.UTF_8));
                field(label, 2, value.getBytes(StandardCharsets.UTF_8));
                field(timeSeries, 1, label.toByteArray());
              });
      var sample = new ByteArrayOutputStream();
      sample.write(1 << 3 | 1);
      sample.writeBytes(
          ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putDouble(point.value()).array());
      sample.write(2 << 3);
      varint(sample, point.timestampMillis());
      field(timeSeries, 2, sample.toByteArray());
      field(request, 1, timeSeries.toByteArray());
    }
    try {
      return Snappy.compress(request.toByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void field(ByteArrayOutputStream out, int number, byte[] bytes) {
    out.write(number << 3 | 2);
    varint(out, bytes.length);
    out.writeBytes(bytes);
  }

  private static void varint(ByteArrayOutputStream out, long value) {
    while (value > 127) {
      out.write((int) (value & 127 | 128));
      value >>>= 7;
    }
    out.write((int) value);
  }
}
