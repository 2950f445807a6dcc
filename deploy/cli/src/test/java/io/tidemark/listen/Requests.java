package io.tidemark.listen;

import static io.tidemark.parse.protobuf.WriteRequests.label;
import static io.tidemark.parse.protobuf.WriteRequests.message;
import static io.tidemark.parse.protobuf.WriteRequests.sample;
import static io.tidemark.parse.protobuf.WriteRequests.snappy;

import io.tidemark.format.Format;
import io.tidemark.job.config.JobConfig.FileInput;
import io.tidemark.job.file.ReadFiles;
import io.tidemark.job.split.SourceRecord;
import io.tidemark.parse.Parsed;
import io.tidemark.parse.protobuf.OtlpRequests;
import io.tidemark.parse.protobuf.RemoteWriteParser;
import io.tidemark.parse.protobuf.WriteRequests;
import io.tidemark.parse.protobuf.WriteRequests.Fields;
import io.tidemark.series.LabelCursor;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/** Samples by chance, as bodies of each protocol, and what a file holds of them. */
final class Requests {
  private static final String[] TEXTS = {"a", "héllo", "Ω≈ç", "x\ny", "a b\"c\\", "0"};

  private final Random random;

  Requests(long seed) {
    random = new Random(seed);
  }

  /** With any bits for a value, and any time after 1970. */
  List<Sample> samples(int count) {
    var samples = new ArrayList<Sample>();
    for (int i = 0; i < count; i++) {
      var labels = new TreeMap<String, String>();
      labels.put("__name__", "metric_" + random.nextInt(20));
      for (int label = random.nextInt(5); label >= 0; label--) {
        labels.put("label_" + label, TEXTS[random.nextInt(TEXTS.length)] + random.nextInt(9));
      }
      double value =
          random.nextInt(4) == 0
              ? Double.longBitsToDouble(random.nextLong())
              : random.nextInt(5) == 0
                  ? Double.longBitsToDouble(0x7FF0000000000002L)
                  : random.nextInt(100) / 4.0;
      long time = 1_769_817_600_000L + random.nextInt(1_000_000);
      samples.add(new Sample(Labels.of(labels), time, value));
    }
    return samples;
  }

  static byte[] version1(List<Sample> samples) {
    return snappy(
        message(
            samples.stream()
                .map(
                    each -> {
                      var parts = new ArrayList<Fields>();
                      each(each, (name, value) -> parts.add(label(name, value)));
                      parts.add(sample(each.value(), each.timestampMillis()));
                      return WriteRequests.series(parts.toArray(Fields[]::new));
                    })
                .toArray(Fields[]::new)));
  }

  static byte[] version2(List<Sample> samples) {
    var symbols = new ArrayList<>(List.of(""));
    var parts = new ArrayList<Fields>();
    for (Sample each : samples) {
      var references = new ArrayList<Integer>();
      each(
          each,
          (name, value) ->
              List.of(name, value)
                  .forEach(
                      text -> {
                        if (!symbols.contains(text)) {
                          symbols.add(text);
                        }
                        references.add(symbols.indexOf(text));
                      }));
      parts.add(
          series2(
              references.stream().mapToInt(Integer::intValue).toArray(),
              sample(each.value(), each.timestampMillis())));
    }
    return snappy(message(symbols(symbols), message -> writeAll(parts, message)));
  }

  private static void writeAll(List<Fields> parts, com.google.protobuf.CodedOutputStream message)
      throws IOException {
    for (Fields each : parts) {
      each.write(message);
    }
  }

  static Fields symbols(List<String> symbols) {
    return out -> {
      for (String symbol : symbols) {
        out.writeString(4, symbol);
      }
    };
  }

  static Fields series2(int[] references, Fields... parts) {
    Fields packed =
        out ->
            out.writeByteArray(
                1,
                message(
                    refs -> {
                      for (int reference : references) {
                        refs.writeUInt32NoTag(reference);
                      }
                    }));
    return out -> {
      var all = new ArrayList<>(List.of(packed));
      all.addAll(List.of(parts));
      out.writeByteArray(5, message(all.toArray(Fields[]::new)));
    };
  }

  /** As gauges, a metric each. */
  static byte[] otlp(List<Sample> samples) {
    return message(
        OtlpRequests.resourceMetrics(
            OtlpRequests.scopeMetrics(
                samples.stream().map(Requests::gauge).toArray(Fields[]::new))));
  }

  private static Fields gauge(Sample sample) {
    var parts = new ArrayList<Fields>();
    each(
        sample,
        (name, value) -> {
          if (!name.equals("__name__")) {
            parts.add(OtlpRequests.attribute(7, name, value));
          }
        });
    parts.add(OtlpRequests.time(sample.timestampMillis() * 1_000_000));
    parts.add(OtlpRequests.number(sample.value()));
    String name = sample.labels().toMap().get("__name__");
    return OtlpRequests.metric(
        name, OtlpRequests.gauge(OtlpRequests.point(parts.toArray(Fields[]::new))));
  }

  private interface Pair {
    void take(String name, String value);
  }

  private static void each(Sample sample, Pair pair) {
    for (LabelCursor label = sample.labels().cursor(); label.next(); ) {
      pair.take(label.name(), label.value());
    }
  }

  /** Each with the bits of its value: no two numbers are taken for one. */
  static List<String> texts(List<Sample> samples) {
    return samples.stream()
        .map(
            each ->
                "%s %d %x"
                    .formatted(
                        each.labels(),
                        each.timestampMillis(),
                        Double.doubleToRawLongBits(each.value())))
        .toList();
  }

  /** In the file's order. */
  static List<Sample> in(Path file) throws IOException {
    var samples = new ArrayList<Sample>();
    try (var records = ReadFiles.open(new FileInput(file.toString(), Format.REMOTE_WRITE))) {
      for (SourceRecord next = records.next(); next != null; next = records.next()) {
        if (next.broken() != null) {
          throw new IOException(next.broken());
        }
        Parsed parsed = Parsed.by(new RemoteWriteParser(), next.value(), -1);
        if (!parsed.refused().isEmpty()) {
          throw new IOException(parsed.refused().toString());
        }
        samples.addAll(parsed.samples());
      }
    }
    return samples;
  }
}
