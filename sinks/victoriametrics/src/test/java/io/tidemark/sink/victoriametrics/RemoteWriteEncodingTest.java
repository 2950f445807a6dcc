package io.tidemark.sink.victoriametrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.Payload;
import io.tidemark.sink.PayloadBuilder;
import io.tidemark.sink.victoriametrics.PlainAmplifier.Point;
import io.tidemark.sink.victoriametrics.PlainAmplifier.Series;
import io.tidemark.sink.victoriametrics.RandomPayload.SourceSample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.xerial.snappy.Snappy;
import prometheus.WriteRequest;

/** Independent decoders read from random payloads what a straightforward amplifier computes. */
class RemoteWriteEncodingTest {
  private static final int PAYLOADS_PER_SEED = 200;

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
      var drawn = RandomPayload.draw(random);
      check("seed %d, payload %d".formatted(seed, i), drawn);
    }
  }

  private static void check(String which, RandomPayload drawn) throws Exception {
    var format =
        new RemoteWriteFormat(drawn.extraLabels(), drawn.amplification(), drawn.compression());
    PayloadBuilder builder = format.newPayloadBuilder();
    append(format, builder, drawn.samples().subList(0, 1));
    builder.encode(drawn.amplification().all());
    builder.clear();
    append(format, builder, drawn.samples());
    Payload payload = builder.encode(drawn.slice());

    byte[] raw = decompress(payload);
    List<Series> expected = new PlainAmplifier(drawn).series();
    assertThat(PlainAmplifier.parsed(WriteRequest.parseFrom(raw))).as(which).isEqualTo(expected);
    assertThat(payload.samples())
        .as(which)
        .isEqualTo(drawn.samples().size() * drawn.slice().copies());
    assertThat(payload.rawBytes()).as(which).isEqualTo(raw.length);
    assertThat(builder.maxRawBytes()).as(which).isGreaterThanOrEqualTo(raw.length);
    assertThat(samplesOf(format.decode(payload))).as(which).isEqualTo(samplesOf(expected));
    assertThat(builder.encode(drawn.slice()).body()).as(which).isEqualTo(payload.body());
  }

  private static void append(
      RemoteWriteFormat format, PayloadBuilder builder, List<SourceSample> samples) {
    for (SourceSample sample : samples) {
      builder.append(
          format.template(Labels.of(sample.labels())), sample.timestampMillis(), sample.value());
    }
  }

  private static byte[] decompress(Payload payload) throws Exception {
    return switch (payload.encoding()) {
      case "snappy" -> Snappy.uncompress(payload.body());
      case "zstd" -> Zstd.decompress(payload.body(), payload.rawBytes());
      default -> throw new AssertionError(payload.encoding());
    };
  }

  private static List<Series> samplesOf(Iterable<?> parts) {
    var samples = new ArrayList<Series>();
    for (Object part : parts) {
      if (part instanceof Series series) {
        series
            .points()
            .forEach(point -> samples.add(new Series(series.namesAndValues(), List.of(point))));
      } else if (part instanceof Sample sample) {
        var flat = new ArrayList<String>();
        new LinkedHashMap<>(sample.labels().toMap())
            .forEach((name, value) -> flat.addAll(List.of(name, value)));
        var point = new Point(sample.timestampMillis(), Double.doubleToRawLongBits(sample.value()));
        samples.add(new Series(flat, List.of(point)));
      }
    }
    return samples;
  }
}
