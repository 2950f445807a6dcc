package io.tidemark.sink.remotewrite;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import io.tidemark.series.Copies;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.RandomPayload;
import io.tidemark.series.Sample;
import io.tidemark.sink.Payload;
import io.tidemark.sink.PayloadBuilder;
import io.tidemark.sink.prompb.Prompb;
import io.tidemark.sink.prompb.Prompb.Label;
import io.tidemark.sink.prompb.Prompb.TimeSeries;
import io.tidemark.sink.prompb.Prompb.WriteRequest;
import io.tidemark.sink.prompb.Prompb2.Request;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.xerial.snappy.Snappy;

/** Independent decoders read from random payloads what a straightforward amplifier computes. */
@Tag("seconds")
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
      Compression compression = random.nextInt(4) == 0 ? Compression.ZSTD : Compression.SNAPPY;
      for (MessageVersion version : MessageVersion.values()) {
        String which = "%s, seed %d, payload %d".formatted(version, seed, i);
        check(which, drawn, compression, version);
      }
    }
  }

  private static void check(
      String which, RandomPayload drawn, Compression compression, MessageVersion version)
      throws Exception {
    var format =
        new RemoteWriteFormat(drawn.extraLabels(), drawn.amplification(), compression, version);
    PayloadBuilder builder = format.newPayloadBuilder();
    append(format, builder, drawn, 1);
    builder.encode(drawn.amplification().all());
    builder.clear();
    append(format, builder, drawn, drawn.samples().size());
    Payload payload = builder.encode(drawn.slice());

    byte[] raw = decompress(payload);
    List<Sample> expected =
        new Copies(drawn.amplification(), drawn.extraLabels())
            .of(drawn.samples(), drawn.endValues(), drawn.slice());
    List<TimeSeries> parsed =
        version == MessageVersion.V1
            ? WriteRequest.parseFrom(raw).getTimeseriesList()
            : inVersion1(Request.parseFrom(raw));
    assertThat(parsed).as(which).hasSize(timeSeries(drawn));
    assertThat(bits(samplesOf(parsed))).as(which).isEqualTo(bits(expected));
    assertThat(payload.samples())
        .as(which)
        .isEqualTo(drawn.samples().size() * drawn.slice().copies());
    assertThat(payload.rawBytes()).as(which).isEqualTo(raw.length);
    assertThat(builder.maxRawBytes()).as(which).isGreaterThanOrEqualTo(raw.length);
    assertThat(bits(format.decode(payload))).as(which).isEqualTo(bits(expected));
    assertThat(builder.encode(drawn.slice()).body()).as(which).isEqualTo(payload.body());
  }

  /** With the labels that the series refer to; the table begins with nothing, and has no twins. */
  private static List<TimeSeries> inVersion1(Request request) {
    List<String> symbols = request.getSymbolsList();
    assertThat(symbols).first().isEqualTo("");
    assertThat(symbols).doesNotHaveDuplicates();
    return request.getTimeseriesList().stream()
        .map(
            series -> {
              var own = TimeSeries.newBuilder();
              for (int i = 0; i < series.getLabelsRefsCount(); i += 2) {
                own.addLabels(
                    Label.newBuilder()
                        .setName(symbols.get(series.getLabelsRefs(i)))
                        .setValue(symbols.get(series.getLabelsRefs(i + 1))));
              }
              for (var sample : series.getSamplesList()) {
                assertThat(sample.getStartTimestamp()).isZero();
                own.addSamples(
                    Prompb.Sample.newBuilder()
                        .setValue(sample.getValue())
                        .setTimestamp(sample.getTimestamp()));
              }
              return own.build();
            })
        .toList();
  }

  private static void append(
      RemoteWriteFormat format, PayloadBuilder builder, RandomPayload drawn, int samples) {
    for (int i = 0; i < samples; i++) {
      Sample sample = drawn.samples().get(i);
      builder.append(
          format.template(sample.labels()),
          sample.timestampMillis(),
          sample.value(),
          drawn.endValues().get(i));
    }
  }

  private static byte[] decompress(Payload payload) throws Exception {
    return switch (payload.encoding()) {
      case "snappy", "snappy;2" -> Snappy.uncompress(payload.body());
      case "zstd", "zstd;2" -> Zstd.decompress(payload.body(), payload.rawBytes());
      default -> throw new AssertionError(payload.encoding());
    };
  }

  /** A time series of each sample, but where the layout groups them. */
  private static int timeSeries(RandomPayload drawn) {
    int copies = drawn.slice().copies();
    int ticks = drawn.slice().tickTo() - drawn.slice().tickFrom();
    return drawn.samples().size()
        * (drawn.amplification().layout() == Layout.GROUPED ? copies / ticks : copies);
  }

  /** In the order of the wire: labels must be sorted there. */
  private static List<Sample> samplesOf(List<TimeSeries> parsed) {
    var samples = new ArrayList<Sample>();
    for (TimeSeries series : parsed) {
      var labels = new LinkedHashMap<String, String>();
      series.getLabelsList().forEach(label -> labels.put(label.getName(), label.getValue()));
      assertThat(Labels.of(labels).toMap().keySet()).containsExactlyElementsOf(labels.keySet());
      for (var sample : series.getSamplesList()) {
        samples.add(new Sample(Labels.of(labels), sample.getTimestamp(), sample.getValue()));
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
