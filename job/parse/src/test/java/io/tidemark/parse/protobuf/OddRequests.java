package io.tidemark.parse.protobuf;

import static io.tidemark.parse.protobuf.OtlpRequests.attribute;
import static io.tidemark.parse.protobuf.OtlpRequests.doubles;
import static io.tidemark.parse.protobuf.OtlpRequests.fixed64s;
import static io.tidemark.parse.protobuf.OtlpRequests.list;
import static io.tidemark.parse.protobuf.OtlpRequests.nested;
import static io.tidemark.parse.protobuf.OtlpRequests.text;
import static io.tidemark.parse.protobuf.WriteRequests.message;
import static io.tidemark.parse.protobuf.WriteRequests.snappy;
import static io.tidemark.parse.protobuf.WriteRequests.unknown;

import com.github.luben.zstd.Zstd;
import com.google.protobuf.CodedOutputStream;
import io.tidemark.parse.protobuf.WriteRequests.Fields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Requests of odd parts, put together by chance. One in twenty of OpenTelemetry is broken behind
 * its last metric, so that nothing of it counts. None of remote write is: VictoriaMetrics 1.151.0
 * gives a later request's sample whose value is left out, which means 0, that of a broken one
 * before.
 */
public final class OddRequests {
  private static final long MILLIS = 1769817600123L;
  private static final double[] VALUES = {0, 1, -1, 2.5, -3.25, 1000, -200000, 0.1};
  private static final double[] ODD_VALUES = {
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.NaN,
    Double.longBitsToDouble(0x7ff0000000000002L),
    -0.0,
    Double.MAX_VALUE,
    Double.MIN_VALUE,
    1.5e-7,
    9007199254740991.0,
    0.30000000000000004,
    1e22
  };
  private static final long[] ODD_MILLIS = {
    0,
    1,
    -1,
    3_600_000,
    86_399_999,
    86_400_000,
    -MILLIS,
    MILLIS * 1_000,
    Long.MAX_VALUE,
    Long.MIN_VALUE
  };
  private static final byte[] LABEL_NAME = "__name__".getBytes();

  private final Random random;
  private final boolean histograms;

  /** Of the request of OpenTelemetry that is made. */
  private String mark;

  /**
   * The same series and samples, in each version of remote write.
   *
   * @param version1 in Snappy
   * @param version2 in Snappy or zstd
   */
  public record Twins(byte[] version1, byte[] version2) {}

  private record Point(double value, long millis) {}

  private record Label(String name, String value) {}

  /**
   * @param histogram a native one, in place of points; null for none
   */
  private record Series(List<Label> labels, List<Point> points, byte[] histogram) {}

  /**
   * @param histograms whether native ones are among them
   */
  public OddRequests(Random random, boolean histograms) {
    this.random = random;
    this.histograms = histograms;
  }

  /**
   * @param mark stands in the names of all series
   */
  public Twins remoteWrite(String mark) {
    var all = new ArrayList<Series>();
    int series = 1 + random.nextInt(3);
    for (int i = 0; i < series; i++) {
      List<Label> labels = labels("rw_%s_%d".formatted(mark, i));
      all.add(
          random.nextInt(6) == 0 && histograms
              ? new Series(labels, List.of(), nativeHistogram())
              : new Series(labels, points(), null));
    }
    byte[] version2 = version2(all);
    return new Twins(
        snappy(version1(all)), random.nextBoolean() ? snappy(version2) : Zstd.compress(version2));
  }

  private List<Label> labels(String name) {
    var labels = new ArrayList<Label>();
    labels.add(
        new Label(
            random.nextInt(50) == 0 ? "other" : "__name__",
            one(name, name + ".dotted", name + "-dashed", name + "_ö")));
    some(labels, "a", "1");
    some(labels, "b", "two words");
    some(labels, "c", "");
    some(labels, "d", "q\"uote\\");
    some(labels, "e", "Köln 😀");
    some(labels, "f", "{x},y=z # w");
    some(labels, "le", "+Inf");
    some(labels, "i.j", "t\tab");
    some(labels, "long", "v".repeat(300));
    some(labels, "n".repeat(130), "of a long name");
    if (random.nextInt(10) == 0) {
      some(labels, "k", one("line\nfeed", "carriage\rreturn", "nul\0", "\u0001"));
      some(labels, one("", "a", "__name__", " ", "\n"), one("twice", "1", ""));
    }
    if (random.nextBoolean()) {
      Collections.shuffle(labels, random);
    }
    return labels;
  }

  private void some(List<Label> labels, String name, String value) {
    if (random.nextInt(10) < 3) {
      labels.add(new Label(name, value));
    }
  }

  private List<Point> points() {
    var points = new ArrayList<Point>();
    int count = random.nextInt(4);
    for (int i = 0; i < count; i++) {
      long millis = MILLIS + i * 60_000L + random.nextInt(60_000);
      points.add(
          new Point(
              // The database keeps about 18 digits of all of a series' values together.
              count == 1 ? value() : VALUES[random.nextInt(VALUES.length)],
              random.nextInt(20) == 0 ? ODD_MILLIS[random.nextInt(ODD_MILLIS.length)] : millis));
    }
    return points;
  }

  private byte[] nativeHistogram() {
    return message(
        out -> {
          if (random.nextBoolean()) {
            out.writeUInt64(1, random.nextInt(1000));
          } else {
            out.writeDouble(2, value());
          }
          out.writeDouble(3, value());
          out.writeSInt32(4, random.nextInt(30) == 0 ? -53 : random.nextInt(13) - 4);
          out.writeDouble(5, random.nextBoolean() ? 0 : 1e-128);
          if (random.nextBoolean()) {
            out.writeUInt64(6, random.nextInt(3));
          } else {
            out.writeDouble(7, value());
          }
          buckets(out, 8, 9, 10);
          buckets(out, 11, 12, 13);
          out.writeEnum(14, random.nextInt(4));
          out.writeInt64(15, MILLIS + random.nextInt(60_000));
        });
  }

  /** In spans which may be of more buckets than there are, or fewer. */
  private void buckets(CodedOutputStream out, int spans, int deltas, int counts)
      throws IOException {
    for (int i = random.nextInt(4); i > 0; i--) {
      out.writeByteArray(
          spans,
          message(
              s -> s.writeSInt32(1, random.nextInt(20) - 5),
              s -> s.writeUInt32(2, random.nextInt(4))));
    }
    int count = random.nextInt(8);
    if (random.nextBoolean()) {
      for (int i = 0; i < count; i++) {
        out.writeSInt64(deltas, random.nextInt(20) - 5);
      }
    } else {
      out.writeByteArray(
          counts,
          message(
              packed -> {
                for (int i = 0; i < count; i++) {
                  packed.writeDoubleNoTag(value());
                }
              }));
    }
  }

  private double value() {
    double[] values = random.nextInt(6) == 0 ? ODD_VALUES : VALUES;
    return values[random.nextInt(values.length)];
  }

  private byte[] version1(List<Series> all) {
    return message(
        request -> {
          for (Series series : all) {
            request.writeByteArray(
                1,
                message(
                    out -> {
                      for (Label label : series.labels()) {
                        out.writeByteArray(1, label(label.name(), label.value()));
                      }
                      writePoints(out, series.points());
                      if (series.histogram() != null) {
                        out.writeByteArray(4, series.histogram());
                      }
                      odd(out, 3);
                    }));
          }
          odd(request, 3);
        });
  }

  private byte[] label(String name, String value) {
    Fields plainName = out -> out.writeString(1, name);
    Fields plainValue = out -> out.writeString(2, value);
    return switch (random.nextInt(6)) {
      case 0 -> message(plainValue, plainName);
      case 1 -> message(plainName, unknown(), plainValue);
      case 2 -> message(out -> out.writeByteArray(1, LABEL_NAME), plainName, plainValue);
      default -> message(plainName, plainValue);
    };
  }

  private void writePoints(CodedOutputStream out, List<Point> points) throws IOException {
    for (Point point : points) {
      Fields value = p -> p.writeDouble(1, point.value());
      Fields time = p -> p.writeInt64(2, point.millis());
      out.writeByteArray(
          2,
          switch (random.nextInt(4)) {
            case 0 -> message(time, value);
            case 1 -> message(value, unknown(), time);
            default ->
                Double.doubleToRawLongBits(point.value()) == 0
                    ? message(time)
                    : message(value, time);
          });
    }
  }

  private byte[] version2(List<Series> all) {
    var symbols = new ArrayList<>(List.of("", "unused", "__name__"));
    var body =
        message(
            request -> {
              for (Series series : all) {
                request.writeByteArray(5, series2(series, symbols));
              }
            });
    byte[] table =
        message(
            request -> {
              for (String symbol : symbols) {
                request.writeString(4, symbol);
              }
            });
    boolean isTableLast = random.nextBoolean();
    return message(
        request -> {
          request.writeRawBytes(isTableLast ? body : table);
          request.writeRawBytes(isTableLast ? table : body);
          if (random.nextBoolean()) {
            unknown().write(request);
          }
        });
  }

  private byte[] series2(Series series, List<String> symbols) {
    var references = new ArrayList<Integer>();
    for (Label label : series.labels()) {
      references.add(reference(symbols, label.name()));
      references.add(reference(symbols, label.value()));
    }
    return message(
        out -> {
          if (random.nextBoolean()) {
            out.writeByteArray(
                1,
                message(
                    packed -> {
                      for (int reference : references) {
                        packed.writeUInt32NoTag(reference);
                      }
                    }));
          } else {
            for (int reference : references) {
              out.writeUInt32(1, reference);
            }
          }
          writePoints(out, series.points());
          if (series.histogram() != null) {
            out.writeByteArray(3, series.histogram());
          }
          odd(out, 4, 5);
        });
  }

  /** Of the symbol, which stands in the table already or comes to it, some of them again. */
  private int reference(List<String> symbols, String symbol) {
    int known = symbols.indexOf(symbol);
    if (known >= 0 && random.nextInt(5) > 0) {
      return known;
    }
    symbols.add(symbol);
    return symbols.size() - 1;
  }

  /** Messages in these fields, and fields that nobody knows. */
  private void odd(CodedOutputStream out, int... fields) throws IOException {
    for (int field : fields) {
      if (random.nextInt(5) == 0) {
        out.writeByteArray(field, message(m -> m.writeInt32(1, 1)));
      }
    }
    if (random.nextInt(5) == 0) {
      unknown().write(out);
    }
  }

  /** A message in that field that is longer than what is left. */
  private static void breakIt(CodedOutputStream out, int field, boolean isBroken)
      throws IOException {
    if (isBroken) {
      out.writeRawBytes(new byte[] {(byte) (field << 3 | 2), 127});
    }
  }

  /**
   * @param mark stands in the names of all metrics, or in a label of one that has none
   */
  public byte[] otlp(String mark) {
    this.mark = mark;
    boolean isBroken = random.nextInt(20) == 0;
    var resources = new ArrayList<Fields>();
    for (int i = random.nextInt(5) / 4; i >= 0; i--) {
      resources.add(resource("otlp_" + mark + "_" + i));
    }
    return message(all(resources), out -> odd(out), out -> breakIt(out, 1, isBroken));
  }

  private Fields resource(String name) {
    var parts = new ArrayList<Fields>();
    for (int i = random.nextInt(5) / 4; i >= 0; i--) {
      parts.add(nested(2, scope(), metrics(name + "_" + i)));
    }
    parts.add(random.nextInt(3) == 0 ? parts.size() : 0, nested(1, attributes(1, "resource")));
    return nested(1, all(parts), out -> odd(out));
  }

  private Fields scope() {
    return switch (random.nextInt(4)) {
      case 0 -> out -> {};
      case 1 -> nested(1, s -> s.writeString(1, "meter"), s -> s.writeString(2, "1.2"));
      case 2 -> nested(1, s -> s.writeString(1, ""), attribute(3, "", "of no name"));
      default -> nested(1, s -> s.writeString(1, "meter"), attribute(3, "build", any(2)));
    };
  }

  private Fields attributes(int field, String of) {
    var some = new ArrayList<Fields>();
    for (Fields attribute :
        List.of(
            attribute(field, "of", of),
            attribute(field, "host.name", "Köln 😀"),
            attribute(field, "whole", v -> v.writeInt64(3, -42)),
            attribute(field, "large", v -> v.writeDouble(4, 1e21)),
            attribute(field, "any", any(3)),
            attribute(field, "list", list(any(2), any(2))),
            attribute(field, one("of", "host.name", "twice"), one("again", "")),
            attribute(field, one("twice", "k"), one("line\nfeed", "nul\0", "carriage\r")),
            attribute(field, "empty", ""))) {
      if (random.nextInt(15) < 3) {
        some.add(attribute);
      }
    }
    if (random.nextInt(60) == 0) {
      some.add(attribute(field, "", "nameless" + mark));
    }
    return all(some);
  }

  /** A value of an attribute, in which others may be. */
  private Fields any(int depth) {
    double number = random.nextInt(3) == 0 ? random.nextGaussian() * 1e6 : value();
    String text = one("a", "two words", "Köln 😀", "q\"uote", "back\\slash", "<&>");
    String odd = one("", "\t\n", "\u0001", "\u007f", "\u00a0", "\u2028", "\ufeff");
    return switch (random.nextInt(depth > 0 ? 9 : 6)) {
      case 0 -> text(text + odd);
      case 1 -> v -> v.writeBool(2, text.equals("a"));
      case 2 -> v -> v.writeInt64(3, one(7, -42, Long.MAX_VALUE, Long.MIN_VALUE));
      case 3 -> v -> v.writeDouble(4, number);
      case 4 -> v -> v.writeByteArray(7, new byte[] {0, (byte) 0xFF, 'a'});
      case 5 -> v -> {};
      case 6, 7 -> list(any(depth - 1), any(depth - 1));
      default -> map(one("one", "o\"ne"), any(depth - 1), one("one", "two", ""), any(depth - 1));
    };
  }

  private static Fields map(String first, Fields one, String second, Fields other) {
    return v -> v.writeByteArray(6, message(attribute(1, first, one), attribute(1, second, other)));
  }

  private static Fields all(List<Fields> parts) {
    return out -> {
      for (Fields part : parts) {
        part.write(out);
      }
    };
  }

  private Fields metrics(String name) {
    var metrics = new ArrayList<Fields>();
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      metrics.add(
          OtlpRequests.metric(
              name + one("_", ".", "-") + i,
              out -> out.writeString(2, "what it is"),
              switch (random.nextInt(5)) {
                // The database keeps about 18 digits of all of a series' values together.
                case 0 -> nested(5, number(usual()), number(usual()));
                case 1 ->
                    nested(
                        7,
                        random.nextInt(12) == 0 ? largeNumber() : number(value()),
                        out -> out.writeInt32(2, 1 + random.nextInt(2)));
                case 2 -> nested(9, histogram());
                case 3 -> nested(10, exponential());
                default -> nested(11, summary());
              }));
    }
    Fields ofMark = attribute(7, "of", mark);
    switch (random.nextInt(200)) {
      case 0 -> metrics.add(OtlpRequests.metric("", nested(5, point(ofMark, time()))));
      case 1 -> metrics.add(nested(2, nested(5, point(ofMark, time()))));
      case 2 ->
          metrics.add(
              OtlpRequests.metric(
                  name, nested(5, point(attribute(7, "__name__", "x" + mark), time()))));
      case 3 ->
          metrics.add(
              OtlpRequests.metric(name, nested(5, point(time(), out -> out.writeInt64(4, 5)))));
      default -> {}
    }
    return all(metrics);
  }

  private Fields point(Fields... parts) {
    return nested(1, parts);
  }

  private Fields time() {
    return switch (random.nextInt(25)) {
      case 0 -> out -> {};
      case 1 -> OtlpRequests.time(1_000_000_000L * random.nextInt(90_000));
      default -> OtlpRequests.time((MILLIS + random.nextInt(1_000)) * 1_000_000);
    };
  }

  private double usual() {
    return VALUES[random.nextInt(VALUES.length)];
  }

  private Fields number(double value) {
    return switch (random.nextInt(12)) {
      case 0 -> numberPoint(out -> out.writeUInt32(8, 1));
      case 1 -> numberPoint(out -> {});
      case 2, 3, 4 -> numberPoint(out -> out.writeSFixed64(6, random.nextInt(1_000) - 500));
      default -> numberPoint(OtlpRequests.number(value));
    };
  }

  private Fields largeNumber() {
    long large = one(Long.MAX_VALUE, Long.MIN_VALUE, 1L << 53);
    return numberPoint(out -> out.writeSFixed64(6, large));
  }

  private Fields numberPoint(Fields value) {
    return point(attributes(7, "point"), time(), value);
  }

  private Fields sometimes(Fields part) {
    return random.nextInt(5) == 0 ? out -> {} : part;
  }

  private Fields histogram() {
    long most = 1 + random.nextInt(1_000);
    boolean isUneven = random.nextInt(20) == 0;
    return point(
        attributes(9, "point"),
        time(),
        sometimes(out -> out.writeFixed64(4, most)),
        random.nextBoolean() ? out -> out.writeDouble(5, value()) : out -> {},
        sometimes(isUneven ? fixed64s(6, 1, 0, 3) : fixed64s(6, 1, 0, 3, most)),
        sometimes(doubles(7, 0.005, 1, random.nextBoolean() ? 1e7 : 2.5)),
        rarely(out -> out.writeUInt32(10, 1)),
        rarely(out -> out.writeDouble(11, -1)),
        rarely(out -> out.writeDouble(12, 9e9)));
  }

  private Fields rarely(Fields part) {
    return random.nextInt(15) == 0 ? part : out -> {};
  }

  private Fields exponential() {
    boolean isExtreme = random.nextInt(5) == 0;
    int scale = isExtreme ? random.nextInt(32) - 11 : random.nextInt(5) - 1;
    int far = isExtreme ? random.nextInt(2_001) - 1_000 : 0;
    return point(
        attributes(1, "point"),
        time(),
        sometimes(out -> out.writeFixed64(4, 10)),
        sometimes(out -> out.writeDouble(5, 20.5)),
        out -> out.writeSInt32(6, scale),
        random.nextBoolean() ? out -> out.writeFixed64(7, 2) : out -> {},
        sometimes(
            nested(
                8,
                b -> b.writeSInt32(1, far + random.nextInt(9) - 4),
                b -> b.writeByteArray(2, new byte[] {1, 0, 5, 2}))),
        rarely(
            nested(
                9,
                b -> b.writeSInt32(1, far - random.nextInt(9) + 4),
                b -> b.writeByteArray(2, new byte[] {3, 0, 1}))),
        rarely(out -> out.writeUInt32(10, 1)),
        rarely(out -> out.writeDouble(14, 0.001)));
  }

  private Fields summary() {
    return point(
        attributes(7, "point"),
        time(),
        sometimes(out -> out.writeFixed64(4, 9)),
        sometimes(out -> out.writeDouble(5, 4.5)),
        nested(6, q -> q.writeDouble(1, 0.99), q -> q.writeDouble(2, value())),
        rarely(out -> out.writeUInt32(8, 1)),
        random.nextBoolean() ? nested(6, q -> q.writeDouble(2, 0.25)) : out -> {});
  }

  private long one(long... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private String one(String... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
