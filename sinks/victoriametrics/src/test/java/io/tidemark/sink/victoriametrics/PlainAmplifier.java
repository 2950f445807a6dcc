package io.tidemark.sink.victoriametrics;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.series.Jitter;
import io.tidemark.series.Labels;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.victoriametrics.RandomPayload.SourceSample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import prometheus.TimeSeries;
import prometheus.WriteRequest;

/** What a payload must hold, worked out with plain objects straight from the words of the SPI. */
public final class PlainAmplifier {
  /** One {@code TimeSeries}; values as bits, so that NaN payloads and -0.0 count. */
  public record Series(List<String> namesAndValues, List<Point> points) {}

  public record Point(long timestampMillis, long valueBits) {}

  private static final Comparator<String> BY_UTF8 =
      (a, b) -> Arrays.compareUnsigned(a.getBytes(UTF_8), b.getBytes(UTF_8));

  private final RandomPayload payload;

  PlainAmplifier(RandomPayload payload) {
    this.payload = payload;
  }

  static List<Series> parsed(WriteRequest request) {
    var all = new ArrayList<Series>();
    for (TimeSeries series : request.getTimeseriesList()) {
      var labels = new ArrayList<String>();
      series
          .getLabelsList()
          .forEach(label -> labels.addAll(List.of(label.getName(), label.getValue())));
      var points =
          series.getSamplesList().stream()
              .map(s -> new Point(s.getTimestamp(), Double.doubleToRawLongBits(s.getValue())))
              .toList();
      all.add(new Series(labels, points));
    }
    return all;
  }

  List<Series> series() {
    var all = new ArrayList<Series>();
    switch (payload.amplification().layout()) {
      case TIME -> {
        for (int tick = payload.slice().tickFrom(); tick < payload.slice().tickTo(); tick++) {
          for (SourceSample sample : payload.samples()) {
            for (int n = payload.slice().instanceFrom(); n < payload.slice().instanceTo(); n++) {
              all.add(new Series(labels(sample, n), List.of(point(sample, n, tick))));
            }
          }
        }
      }
      case SERIES -> {
        for (SourceSample sample : payload.samples()) {
          for (int n = payload.slice().instanceFrom(); n < payload.slice().instanceTo(); n++) {
            for (Point point : points(sample, n)) {
              all.add(new Series(labels(sample, n), List.of(point)));
            }
          }
        }
      }
      case GROUPED -> {
        for (SourceSample sample : payload.samples()) {
          for (int n = payload.slice().instanceFrom(); n < payload.slice().instanceTo(); n++) {
            all.add(new Series(labels(sample, n), points(sample, n)));
          }
        }
      }
    }
    return all;
  }

  private List<String> labels(SourceSample sample, int instance) {
    SortedMap<String, String> labels = new TreeMap<>(BY_UTF8);
    labels.putAll(sample.labels());
    labels.putAll(payload.extraLabels());
    if (instance > 0) {
      labels.merge(payload.amplification().instanceLabel(), "~" + instance, String::concat);
    }
    var flat = new ArrayList<String>();
    labels.forEach((name, value) -> flat.addAll(List.of(name, value)));
    return flat;
  }

  private List<Point> points(SourceSample sample, int instance) {
    var points = new ArrayList<Point>();
    for (int tick = payload.slice().tickFrom(); tick < payload.slice().tickTo(); tick++) {
      points.add(point(sample, instance, tick));
    }
    return points;
  }

  private Point point(SourceSample sample, int instance, int tick) {
    long spacedBy = payload.amplification().intervalMillis();
    double value =
        payload.amplification().value() == ValueMode.REPEAT
            ? sample.value()
            : Jitter.value(
                sample.value(),
                Labels.of(sample.labels()).hash(),
                sample.timestampMillis(),
                instance,
                tick);
    return new Point(
        sample.timestampMillis() + tick * spacedBy / payload.amplification().m(),
        Double.doubleToRawLongBits(value));
  }
}
