package io.tidemark.benchmarks.codec;

import io.tidemark.format.Format;
import io.tidemark.series.Amplification;
import io.tidemark.series.LabelCursor;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.ValueMode;
import io.tidemark.series.Varint;
import io.tidemark.sink.remotewrite.Compression;
import io.tidemark.sink.remotewrite.RemoteWriteFormat;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * Writes the same samples in each format as one record, with one sample per line, object or point.
 */
final class ParseRecords {
  private ParseRecords() {}

  static byte[] record(Format format, List<Labels> series, long timestampMillis) {
    return switch (format) {
      case REMOTE_WRITE -> remoteWrite(series, timestampMillis);
      case OTLP -> otlp(series, timestampMillis);
      default -> text(format, series, timestampMillis).getBytes(StandardCharsets.UTF_8);
    };
  }

  private static double value(int i) {
    return (i * 37 % 1000) / 10.0;
  }

  private static byte[] remoteWrite(List<Labels> series, long timestampMillis) {
    var amplification = new Amplification(1, 1, 60_000, "instance", ValueMode.REPEAT, Layout.TIME);
    var wire = new RemoteWriteFormat(Map.of(), amplification, Compression.SNAPPY);
    var builder = wire.newPayloadBuilder();
    for (int i = 0; i < series.size(); i++) {
      builder.append(wire.template(series.get(i)), timestampMillis, value(i));
    }
    return builder.encode(amplification.all()).body();
  }

  private static String text(Format format, List<Labels> series, long timestampMillis) {
    var text = new StringBuilder();
    for (int i = 0; i < series.size(); i++) {
      Map<String, String> labels = series.get(i).toMap();
      String name = labels.remove("__name__");
      switch (format) {
        case PROMETHEUS -> {
          text.append(name).append('{');
          labels.forEach((k, v) -> text.append(k).append("=\"").append(v).append("\","));
          text.setLength(text.length() - 1);
          text.append("} ").append(value(i)).append(' ').append(timestampMillis);
        }
        case INFLUX -> {
          text.append("cpu");
          labels.forEach((k, v) -> text.append(',').append(k).append('=').append(v));
          text.append(' ').append(name.substring("cpu_".length())).append('=').append(value(i));
          text.append(' ').append(timestampMillis).append("000000");
        }
        case JSON_LINES -> {
          text.append("{\"metric\":{\"__name__\":\"").append(name).append('"');
          labels.forEach(
              (k, v) -> text.append(",\"").append(k).append("\":\"").append(v).append('"'));
          text.append("},\"values\":[").append(value(i));
          text.append("],\"timestamps\":[").append(timestampMillis).append("]}");
        }
        case GRAPHITE -> {
          text.append(name);
          labels.forEach((k, v) -> text.append(';').append(k).append('=').append(v));
          text.append(' ').append(value(i)).append(' ').append(timestampMillis / 1000);
        }
        case OPENTSDB_PUT -> {
          text.append("put ").append(name).append(' ').append(timestampMillis).append(' ');
          text.append(value(i));
          labels.forEach((k, v) -> text.append(' ').append(k).append('=').append(v));
        }
        case OPENTSDB_JSON -> {
          text.append(i == 0 ? "[" : ",").append("{\"metric\":\"").append(name);
          text.append("\",\"timestamp\":").append(timestampMillis).append(",\"value\":");
          text.append(value(i)).append(",\"tags\":{");
          labels.forEach(
              (k, v) -> text.append('"').append(k).append("\":\"").append(v).append("\","));
          text.setLength(text.length() - 1);
          text.append(i == series.size() - 1 ? "}}]" : "}}");
        }
        default -> throw new IllegalArgumentException("no text: " + format);
      }
      text.append('\n');
    }
    return text.toString();
  }

  /**
   * Returns a request with ten gauges per resource, as of one host: eight labels are the resource's
   * attributes, and the others are those of the data point.
   */
  private static byte[] otlp(List<Labels> series, long timestampMillis) {
    var request = new ByteArrayOutputStream();
    for (int first = 0; first < series.size(); first += 10) {
      var resource = new ByteArrayOutputStream();
      var metrics = new ByteArrayOutputStream();
      for (int i = first; i < Math.min(first + 10, series.size()); i++) {
        var point = new ByteArrayOutputStream();
        String name = "";
        int count = 0;
        for (LabelCursor label = series.get(i).cursor(); label.next(); ) {
          if (label.name().equals("__name__")) {
            name = label.value();
          } else if (count++ >= 8) {
            field(point, 7, attribute(label));
          } else if (i == first) {
            field(resource, 1, attribute(label));
          }
        }
        fixed64(point, 3, timestampMillis * 1_000_000);
        fixed64(point, 4, Double.doubleToRawLongBits(value(i)));
        var gauge = new ByteArrayOutputStream();
        field(gauge, 1, point.toByteArray());
        var metric = new ByteArrayOutputStream();
        field(metric, 1, name.getBytes(StandardCharsets.UTF_8));
        field(metric, 5, gauge.toByteArray());
        field(metrics, 2, metric.toByteArray());
      }
      var resourceMetrics = new ByteArrayOutputStream();
      field(resourceMetrics, 1, resource.toByteArray());
      field(resourceMetrics, 2, metrics.toByteArray());
      field(request, 1, resourceMetrics.toByteArray());
    }
    return request.toByteArray();
  }

  private static byte[] attribute(LabelCursor label) {
    var value = new ByteArrayOutputStream();
    field(value, 1, label.value().getBytes(StandardCharsets.UTF_8));
    var attribute = new ByteArrayOutputStream();
    field(attribute, 1, label.name().getBytes(StandardCharsets.UTF_8));
    field(attribute, 2, value.toByteArray());
    return attribute.toByteArray();
  }

  private static void field(ByteArrayOutputStream out, int number, byte[] value) {
    out.write(number << 3 | 2);
    byte[] size = new byte[5];
    out.write(size, 0, Varint.write(size, 0, value.length));
    out.writeBytes(value);
  }

  private static void fixed64(ByteArrayOutputStream out, int number, long value) {
    out.write(number << 3 | 1);
    out.writeBytes(ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array());
  }
}
