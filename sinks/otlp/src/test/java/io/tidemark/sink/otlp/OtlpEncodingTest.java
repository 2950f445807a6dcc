package io.tidemark.sink.otlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.series.Amplification;
import io.tidemark.series.Copies;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.RandomPayload;
import io.tidemark.series.Sample;
import io.tidemark.series.Slice;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.Payload;
import io.tidemark.sink.PayloadBuilder;
import io.tidemark.sink.SeriesTemplate;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import opentelemetry.ExportMetricsServiceRequest;
import opentelemetry.KeyValue;
import opentelemetry.Metric;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An independent decoder reads from random payloads what a straightforward amplifier computes. */
@Tag("seconds")
class OtlpEncodingTest {
  private static final int PAYLOADS_PER_SEED = 200;

  /** 2160, which leaves room for an interval's ticks below the year 2262. */
  private static final long END_MILLIS = 6_000_000_000_000L;

  /** The last one differs from run to run; a failure names it. */
  static LongStream seeds() {
    return LongStream.concat(
        LongStream.rangeClosed(1, 9), LongStream.of(System.nanoTime() & Integer.MAX_VALUE));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void holdsTheCopiesInOrder(long seed) throws Exception {
    var random = new Random(seed);
    for (int i = 0; i < PAYLOADS_PER_SEED; i++) {
      RandomPayload drawn = RandomPayload.draw(random);
      for (Compression compression : Compression.values()) {
        check("%s, seed %d, payload %d".formatted(compression, seed, i), drawn, compression);
      }
    }
  }

  private static OtlpFormat format(int ticks, Compression compression) {
    var amplification =
        new Amplification(ticks, 1, 60_000, "instance", ValueMode.REPEAT, Layout.SERIES);
    return new OtlpFormat(Map.of(), amplification, compression);
  }

  @Test
  void readsNoTimeBetweenTwoMilliseconds() {
    OtlpFormat format = format(1, Compression.NONE);
    Labels series = Labels.of(Map.of("__name__", "up"));
    Payload payload = format.encode(List.of(new Sample(series, 1, 1)));
    byte[] changed = payload.body().clone();
    // Before the value's tag and its eight bytes, which are the last.
    changed[changed.length - 2 * Long.BYTES - 1]++;

    assertThat(format.decode(payload)).hasSize(1);
    assertThatThrownBy(
            () -> format.decode(new Payload(changed, payload.encoding(), 1, changed.length)))
        .hasMessageContaining("not an OTLP payload of ours");
  }

  /** The library searches for what repeats. */
  @Test
  void whatASeriesRepeatsTakesNotMuchMoreThanWithTheLibrary() throws Exception {
    OtlpFormat format = format(100, Compression.GZIP);
    PayloadBuilder builder = format.newPayloadBuilder();
    Labels series = Labels.of(Map.of("__name__", "up", "host", "a", "text", "of some length"));
    builder.append(format.template(series), 1_750_000_000_000L, 1.5, 1.5);
    Payload payload = builder.encode(new Slice(0, 1, 0, 100));
    var packed = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(packed)) {
      out.write(unpacked(payload));
    }

    assertThat(payload.samples()).isEqualTo(100);
    assertThat(payload.body().length).isLessThan(2 * packed.size());
  }

  private static void check(String which, RandomPayload drawn, Compression compression)
      throws Exception {
    List<Sample> sources =
        drawn.samples().stream()
            .map(
                s ->
                    new Sample(
                        s.labels(), 1 + Math.floorMod(s.timestampMillis(), END_MILLIS), s.value()))
            .toList();
    var format = new OtlpFormat(drawn.extraLabels(), drawn.amplification(), compression);
    PayloadBuilder builder = format.newPayloadBuilder();
    append(format, builder, sources.subList(0, 1), drawn);
    builder.encode(drawn.amplification().all());
    builder.clear();
    append(format, builder, sources, drawn);
    Payload payload = builder.encode(drawn.slice());
    PayloadBuilder unused = format.newPayloadBuilder();
    append(format, unused, sources, drawn);

    byte[] raw = unpacked(payload);
    List<Sample> expected =
        new Copies(drawn.amplification(), drawn.extraLabels())
            .of(sources, drawn.endValues(), drawn.slice());
    var request = ExportMetricsServiceRequest.parseFrom(raw);
    List<Metric> metrics = request.getResourceMetrics(0).getScopeMetrics(0).getMetricsList();
    assertThat(request.getSerializedSize()).as(which).isEqualTo(raw.length);
    assertThat(metrics).as(which).hasSize(metrics(drawn));
    assertThat(bits(samplesOf(metrics))).as(which).isEqualTo(bits(expected));
    assertThat(payload.samples()).as(which).isEqualTo(expected.size());
    assertThat(payload.rawBytes()).as(which).isEqualTo(raw.length);
    assertThat(builder.maxRawBytes())
        .as(which)
        .isGreaterThanOrEqualTo(raw.length)
        .isEqualTo(unused.maxRawBytes());
    assertThat(bits(format.decode(payload))).as(which).isEqualTo(bits(expected));
    assertThat(bits(format.decode(format.encode(expected)))).as(which).isEqualTo(bits(expected));
    assertThat(builder.encode(drawn.slice()).body()).as(which).isEqualTo(payload.body());
  }

  /** One for each series, as the job has. */
  private static void append(
      OtlpFormat format, PayloadBuilder builder, List<Sample> samples, RandomPayload drawn) {
    var templates = new HashMap<Labels, SeriesTemplate>();
    for (int i = 0; i < samples.size(); i++) {
      Sample sample = samples.get(i);
      builder.append(
          templates.computeIfAbsent(sample.labels(), format::template),
          sample.timestampMillis(),
          sample.value(),
          drawn.endValues().get(i));
    }
  }

  /** Java's library checks the file's sum and length. */
  private static byte[] unpacked(Payload payload) throws Exception {
    return switch (payload.encoding()) {
      case "otlp;gzip" ->
          new GZIPInputStream(new ByteArrayInputStream(payload.body())).readAllBytes();
      case "otlp" -> payload.body();
      default -> throw new AssertionError(payload.encoding());
    };
  }

  /** One for each sample, but where the layout groups them. */
  private static int metrics(RandomPayload drawn) {
    int copies = drawn.slice().copies();
    int ticks = drawn.slice().tickTo() - drawn.slice().tickFrom();
    return drawn.samples().size()
        * (drawn.amplification().layout() == Layout.GROUPED ? copies / ticks : copies);
  }

  private static List<Sample> samplesOf(List<Metric> metrics) {
    var samples = new ArrayList<Sample>();
    for (Metric metric : metrics) {
      for (var point : metric.getGauge().getDataPointsList()) {
        var labels = new HashMap<String, String>();
        if (!metric.getName().isEmpty()) {
          labels.put("__name__", metric.getName());
        }
        for (KeyValue attribute : point.getAttributesList()) {
          assertThat(labels.put(attribute.getKey(), attribute.getValue().getStringValue()))
              .isNull();
        }
        assertThat(point.getTimeUnixNano() % 1_000_000).isZero();
        samples.add(
            new Sample(
                Labels.of(labels), point.getTimeUnixNano() / 1_000_000, point.getAsDouble()));
      }
    }
    return samples;
  }

  /** So that NaN payloads and -0.0 count. */
  private static List<Bits> bits(List<Sample> samples) {
    return samples.stream()
        .map(s -> new Bits(s.labels(), s.timestampMillis(), Double.doubleToRawLongBits(s.value())))
        .toList();
  }

  private record Bits(Labels labels, long timestampMillis, long valueBits) {}
}
