package io.tidemark.parse.protobuf;

import static io.tidemark.parse.protobuf.WriteRequests.label;
import static io.tidemark.parse.protobuf.WriteRequests.message;
import static io.tidemark.parse.protobuf.WriteRequests.nativeHistogram;
import static io.tidemark.parse.protobuf.WriteRequests.sample;
import static io.tidemark.parse.protobuf.WriteRequests.series;
import static io.tidemark.parse.protobuf.WriteRequests.snappy;
import static io.tidemark.parse.protobuf.WriteRequests.unknown;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import com.google.protobuf.CodedOutputStream;
import io.tidemark.parse.Parsed;
import io.tidemark.parse.Rejection;
import io.tidemark.parse.SampleParser;
import io.tidemark.parse.protobuf.WriteRequests.Fields;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RemoteWriteParserTest {
  private static final byte[] TWO_SERIES =
      message(
          series(label("__name__", "up"), label("job", "node"), sample(1, 1000), sample(0, 2000)),
          series(label("__name__", "load"), label("instance", "a"), sample(0.5, 1500)));

  private final RemoteWriteParser parser = new RemoteWriteParser();

  @Test
  void givesEverySampleOfEverySeriesInOrder() {
    Labels up = Labels.of(Map.of("__name__", "up", "job", "node"));
    Labels load = Labels.of(Map.of("__name__", "load", "instance", "a"));
    assertThat(parse(TWO_SERIES))
        .isEqualTo(
            accepted(
                new Sample(up, 1000, 1), new Sample(up, 2000, 0), new Sample(load, 1500, 0.5)));
  }

  @Test
  void readsLabelsBehindSamples() {
    byte[] request =
        message(
            series(
                label("__name__", "up"), label("job", "node"), sample(1, 1000), label("z", "1")));
    assertThat(parse(request))
        .isEqualTo(
            accepted(
                new Sample(Labels.of(Map.of("__name__", "up", "job", "node", "z", "1")), 1000, 1)));
  }

  @Test
  void sortsLabels() {
    byte[] request = message(series(label("z", "1"), label("__name__", "up"), sample(1, 5)));
    assertThat(parse(request))
        .isEqualTo(accepted(new Sample(Labels.of(Map.of("__name__", "up", "z", "1")), 5, 1)));
  }

  @Test
  void sortsLabelsAndDropsEmptyValues() {
    byte[] request =
        message(series(label("z", "1"), label("a", ""), label("__name__", "up"), sample(1, 5)));
    assertThat(parse(request))
        .isEqualTo(accepted(new Sample(Labels.of(Map.of("__name__", "up", "z", "1")), 5, 1)));
  }

  @Test
  void readsLabelsInWhateverOrderTheFieldsCome() {
    byte[] valueFirst =
        message(
            series(
                out ->
                    out.writeByteArray(
                        1, message(l -> l.writeString(2, "up"), l -> l.writeString(1, "n"))),
                sample(1, 5),
                unknown(),
                label("z", "1")));
    assertThat(parse(valueFirst))
        .isEqualTo(accepted(new Sample(Labels.of(Map.of("n", "up", "z", "1")), 5, 1)));
  }

  @Test
  void readsLengthsThatTakeMoreBytesThanTheyNeed() {
    // label {name: "a", value: "b"} with the name's length 1 as the two-byte varint 81 00
    byte[] label = {0x0A, (byte) 0x81, 0x00, 'a', 0x12, 0x01, 'b'};
    byte[] request = message(series(out -> out.writeByteArray(1, label), sample(1, 5)));
    Labels expected = Labels.of(Map.of("a", "b"));
    assertThat(parse(request)).isEqualTo(accepted(new Sample(expected, 5, 1)));
    assertThat(parse(request).samples().get(0).labels().encoded()).isEqualTo(expected.encoded());
  }

  /** A label of 127 bytes has a size of one byte, one of 128 a size of two. */
  @Test
  void readsLabelsOfEverySizeInAnyOrder() {
    var random = new Random(11);
    for (int round = 0; round < 2000; round++) {
      var names = new ArrayList<>(List.of("a", "a_", "a_b", "ab", "b", "\u00e4", "zone"));
      Collections.shuffle(names, random);
      var expected = new TreeMap<String, String>();
      for (String name : names.subList(0, 1 + random.nextInt(names.size()))) {
        expected.put(name, "v".repeat(1 + random.nextInt(round % 2 == 0 ? 5 : 130)));
      }
      var sent = new ArrayList<>(expected.keySet());
      if (random.nextBoolean()) {
        Collections.shuffle(sent, random);
      }
      byte[] request =
          message(
              series(
                  out -> {
                    for (String name : sent) {
                      label(name, expected.get(name)).write(out);
                    }
                    sample(1, 5).write(out);
                  }));
      assertThat(parse(request)).isEqualTo(accepted(new Sample(Labels.of(expected), 5, 1)));
    }
  }

  /** Sizes about those at which lengths take another byte or are no control characters any more. */
  @Test
  void readsTextOfEverySizeAndRefusesNulInIt() {
    var random = new Random(15);
    int[] sizes = {
      1, 2, 7, 8, 9, 15, 24, 26, 27, 28, 29, 30, 31, 32, 33, 58, 59, 120, 121, 126, 140
    };
    String[] odd = {"\t", "\u001f", "\u007f", " ", "ö", "😀", "\n", "\r", "\0"};
    for (int i = 0; i < 5_000; i++) {
      var labels = new TreeMap<String, String>();
      boolean isRefused = false;
      for (int count = 1 + random.nextInt(4); count > 0; count--) {
        var name = new StringBuilder("n".repeat(sizes[random.nextInt(sizes.length)]) + count);
        var value = new StringBuilder("v".repeat(sizes[random.nextInt(sizes.length)]));
        if (random.nextInt(4) == 0) {
          String text = odd[random.nextInt(odd.length)];
          var place = random.nextBoolean() ? name : value;
          place.insert(random.nextInt(place.length() + 1), text);
          isRefused |= "\0".contains(text);
        }
        labels.put(name.toString(), value.toString());
      }
      byte[] request =
          message(
              series(
                  out -> {
                    for (var one : labels.entrySet()) {
                      label(one.getKey(), one.getValue()).write(out);
                    }
                  },
                  sample(1, 5)));
      Parsed parsed = parse(request);
      if (isRefused) {
        assertThat(parsed.samples()).isEmpty();
        assertThat(parsed.refused())
            .extracting(Parsed.Refused::why)
            .containsExactly(Rejection.INVALID_LABELS);
      } else {
        assertThat(parsed).isEqualTo(accepted(new Sample(Labels.of(labels), 5, 1)));
      }
    }
  }

  @Test
  void readsMoreSeriesThanAreKeptBetweenItsTwoWalks() {
    int count = 40_000;
    byte[] request =
        message(
            out -> {
              for (int i = 0; i < count; i++) {
                series(label("__name__", "m" + i), label("a", "b"), sample(i, 5)).write(out);
              }
            });
    List<Sample> samples = parse(request).samples();
    assertThat(samples).hasSize(count);
    for (int i = 0; i < count; i++) {
      Labels labels = Labels.of(Map.of("__name__", "m" + i, "a", "b"));
      assertThat(samples.get(i)).isEqualTo(new Sample(labels, 5, i));
    }
  }

  @Test
  void passesOverUnknownFieldsMetadataAndExemplars() {
    byte[] request =
        message(
            unknown(),
            out -> out.writeByteArray(3, message(m -> m.writeString(2, "up"))),
            series(
                unknown(),
                label("__name__", "up"),
                out -> out.writeByteArray(3, message(e -> e.writeDouble(2, 1))),
                sample(1, 5)),
            series(label("__name__", "nothing")));
    assertThat(parse(request))
        .isEqualTo(accepted(new Sample(Labels.of(Map.of("__name__", "up")), 5, 1)));
  }

  /** pzstd begins so. */
  @Test
  void aZstdBodyMayBeginWithAFrameThatIsPassedOver() {
    byte[] request = message(series(label("__name__", "up"), sample(1, 5)));
    byte[] zstd = Zstd.compress(request);
    byte[] body =
        ByteBuffer.allocate(12 + zstd.length)
            .putInt(0x522A4D18)
            .put(new byte[] {4, 0, 0, 0, 1, 2, 3, 4})
            .put(zstd)
            .array();
    assertThat(Parsed.by(parser, body, 5).samples()).containsExactly(of(5, 1, "up"));
  }

  @Test
  void aNativeHistogramHasRanges() {
    Parsed parsed = Parsed.by(parser, WriteRequests.nativeHistograms(), 5);
    assertThat(parsed.refused()).isEmpty();
    assertThat(parsed.samples())
        .containsExactly(
            of(WriteRequests.MS, 12, "h_count", "a", "1"),
            of(WriteRequests.MS, -1.5, "h_sum", "a", "1"),
            of(WriteRequests.MS, 3, "h_bucket", "a", "1", "vmrange", "-5.000e-01...5.000e-01"),
            of(WriteRequests.MS, 2, "h_bucket", "a", "1", "vmrange", "1.000e+00...2.000e+00"),
            of(WriteRequests.MS, 1, "h_bucket", "a", "1", "vmrange", "2.000e+00...4.000e+00"),
            of(WriteRequests.MS, 4, "h_bucket", "a", "1", "vmrange", "1.600e+01...3.200e+01"),
            of(WriteRequests.MS, 2, "h_bucket", "a", "1", "vmrange", "-1.000e+00...-5.000e-01"),
            of(WriteRequests.MS, 2.5, "g_count"),
            of(WriteRequests.MS, 0, "g_sum"),
            of(WriteRequests.MS, 0.5, "g_bucket", "vmrange", "-0.000e+00...0.000e+00"),
            of(WriteRequests.MS, 2, "g_bucket", "vmrange", "5.000e-01...1.000e+00"));
  }

  private static Sample of(long timestampMillis, double value, String name, String... labels) {
    var map = new TreeMap<String, String>(Map.of("__name__", name));
    for (int i = 0; i < labels.length; i += 2) {
      map.put(labels[i], labels[i + 1]);
    }
    return new Sample(Labels.of(map), timestampMillis, value);
  }

  @Test
  void refusesNativeHistogramsThatCanNotBeReadAlone() {
    Fields good = series(label("__name__", "m"), sample(1, 5));
    Fields custom = out -> out.writeByteArray(4, message(h -> h.writeSInt32(4, -53)));
    Fields huge = out -> out.writeByteArray(4, message(h -> h.writeByteArray(12, zeros(2 << 20))));
    Fields broken = out -> out.writeByteArray(4, new byte[] {1});
    Fields range = label("vmrange", "x");
    Map<Fields, Rejection> table =
        Map.of(
            series(label("__name__", "c"), nativeHistogram(4), custom),
            Rejection.UNDECODABLE,
            series(label("__name__", "b"), nativeHistogram(4), sample(1, 5)),
            Rejection.UNDECODABLE,
            series(label("__name__", "h"), nativeHistogram(4), huge),
            Rejection.TOO_LARGE,
            series(label("a", "no name"), nativeHistogram(4)),
            Rejection.INVALID_LABELS,
            series(label("__name__", "r"), range, nativeHistogram(4)),
            Rejection.INVALID_LABELS);
    table.forEach(
        (bad, why) -> {
          Parsed parsed = parse(message(bad, good));
          assertThat(parsed.samples()).containsExactly(of(5, 1, "m"));
          assertThat(parsed.refused()).extracting(Parsed.Refused::why).containsExactly(why);
        });
    Parsed whole = parse(message(good, series(label("__name__", "h"), broken)));
    assertThat(whole.samples()).isEmpty();
    assertThat(whole.refused())
        .extracting(Parsed.Refused::why)
        .containsExactly(Rejection.UNDECODABLE);
  }

  private static byte[] zeros(int count) {
    return new byte[count];
  }

  @Test
  void keepsTheBitsOfTheStaleMarker() {
    long stale = 0x7ff0000000000002L;
    byte[] request =
        message(
            series(
                label("__name__", "up"),
                out ->
                    out.writeByteArray(
                        2, message(s -> s.writeFixed64(1, stale), s -> s.writeInt64(2, 5)))));
    assertThat(Double.doubleToRawLongBits(parse(request).samples().get(0).value()))
        .isEqualTo(stale);
  }

  @Test
  void rejectsOnlyTheSeriesWhoseLabelsAreBad() {
    byte[] notUtf8 = {'a', (byte) 0xC0, (byte) 0x80};
    byte[] request =
        message(
            series(label("a", "1"), label("a", "2"), sample(1, 1)),
            series(label("__name__", "good"), sample(2, 2)),
            series(label("n".getBytes(), notUtf8), sample(3, 3)),
            series(label("n", "nu\0l"), sample(4, 4)),
            series(label("n", "nul\0"), sample(5, 5)),
            series(sample(6, 6)),
            series(label("", "nameless"), sample(7, 7)));
    Parsed parsed = parse(request);
    assertThat(parsed.samples())
        .containsExactly(new Sample(Labels.of(Map.of("__name__", "good")), 2, 2));
    assertThat(parsed.refused())
        .hasSize(6)
        .allMatch(refused -> refused.why() == Rejection.INVALID_LABELS);
    assertThat(parsed.refused().get(0).bytes())
        .isEqualTo(message(label("a", "1"), label("a", "2"), sample(1, 1)));
  }

  @Test
  void rejectsACutOffRequestWholeAndEmitsNothingOfIt() {
    int firstSeriesEnd = 2 + TWO_SERIES[1];
    for (int length = 1; length < TWO_SERIES.length; length++) {
      Parsed parsed = parse(Arrays.copyOf(TWO_SERIES, length));
      if (length == firstSeriesEnd) {
        assertThat(parsed.samples()).hasSize(2); // a whole request of one series
      } else {
        assertThat(parsed.samples()).isEmpty();
        assertThat(parsed.refused())
            .extracting(Parsed.Refused::why)
            .containsExactly(Rejection.UNDECODABLE);
      }
    }
  }

  @Test
  void rejectsWhatIsNotSnappyWithTheBytesAsTheyCame() {
    byte[] text = "cpu,host=a usage=1 1000".getBytes();
    Parsed parsed = Parsed.by(parser, text, 5);
    assertThat(parsed.samples()).isEmpty();
    assertThat(parsed.refused()).hasSize(1);
    assertThat(parsed.refused().get(0).bytes()).isEqualTo(text);
    assertThat(Parsed.by(parser, new byte[0], 5).refused()).hasSize(1);
  }

  @Test
  void rejectsABombByItsPreambleBeforeTakingMemory() {
    byte[] preamble = message(out -> out.writeUInt32NoTag(RemoteWriteParser.MAX_DECODED_BYTES + 1));
    byte[] bomb = Arrays.copyOf(preamble, 4 << 20);
    assertThat(Parsed.by(parser, bomb, 5).refused())
        .extracting(Parsed.Refused::why)
        .containsExactly(Rejection.TOO_LARGE);

    byte[] zeros = snappy(new byte[RemoteWriteParser.MAX_DECODED_BYTES + 1]);
    assertThat(Parsed.by(parser, zeros, 5).refused())
        .extracting(Parsed.Refused::why)
        .containsExactly(Rejection.TOO_LARGE);

    // Within the bound, but no 10 bytes of Snappy unpack to 1 MiB.
    byte[] lie = Arrays.copyOf(message(out -> out.writeUInt32NoTag(1 << 20)), 10);
    assertThat(Parsed.by(parser, lie, 5).refused())
        .extracting(Parsed.Refused::detail)
        .containsExactly("claims to unpack to more than it can [unpackedBytes=1048576, bytes=10]");
  }

  @Test
  void takesNoMemoryForEachOfMillionsOfSamples() {
    // an empty Sample takes two bytes
    byte[] empties = new byte[RemoteWriteParser.MAX_DECODED_BYTES - 100];
    for (int i = 0; i < empties.length; i += 2) {
      empties[i] = 0x12;
    }
    byte[] request = message(series(label("__name__", "up"), out -> out.writeRawBytes(empties)));
    byte[] record = snappy(request);
    long[] samples = {0};
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    parser.parse(record, 5, counting(samples));
    long before = threads.getCurrentThreadAllocatedBytes();
    parser.parse(record, 5, counting(samples));
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(samples[0]).isEqualTo(2L * empties.length / 2);
    // one Sample at a time (32 bytes), and little else
    assertThat(allocated).isLessThan(40L * empties.length / 2);
  }

  private static SampleParser.Output counting(long[] samples) {
    return new SampleParser.Output() {
      @Override
      public void sample(Sample sample) {
        samples[0]++;
      }

      @Override
      public void rejected(Rejection why, String detail, byte[] bytes, int offset, int length) {
        throw new AssertionError(detail);
      }
    };
  }

  @Test
  void unpacksWhatSnappyPacksDensest() {
    byte[] padding =
        message(out -> out.writeByteArray(15, new byte[RemoteWriteParser.MAX_DECODED_BYTES - 5]));
    assertThat(padding).hasSize(RemoteWriteParser.MAX_DECODED_BYTES);
    assertThat(parse(padding)).isEqualTo(accepted());
  }

  @Test
  void endsOnAnyBytesAndReadsTheNextRecordAllTheSame() {
    var random = new Random(7);
    byte[] whole = snappy(TWO_SERIES);
    for (int round = 0; round < 4_000; round++) {
      byte[] request = TWO_SERIES.clone();
      byte[] packed = whole.clone();
      for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
        request[random.nextInt(request.length)] = (byte) random.nextInt();
        packed[random.nextInt(packed.length)] = (byte) random.nextInt();
      }
      parse(request);
      Parsed.by(parser, packed, 5);
      byte[] noise = new byte[random.nextInt(64)];
      random.nextBytes(noise);
      parse(noise);
      Parsed.by(parser, noise, 5);
    }
    assertThat(parse(TWO_SERIES).samples()).hasSize(3);
  }

  @Test
  void rejectsLabelsOverTheBuildersBounds() {
    byte[] request =
        message(
            series(
                out -> {
                  for (int i = 0; i < 257; i++) {
                    manyLabels(out, i);
                  }
                },
                sample(1, 1)));
    assertThat(parse(request).refused())
        .extracting(Parsed.Refused::why)
        .containsExactly(Rejection.INVALID_LABELS);
  }

  private static void manyLabels(CodedOutputStream out, int i) throws java.io.IOException {
    label("label_%03d".formatted(i), "v").write(out);
  }

  private Parsed parse(byte[] request) {
    return Parsed.by(parser, snappy(request), 5);
  }

  private static Parsed accepted(Sample... samples) {
    return new Parsed(Arrays.asList(samples), List.of());
  }
}
