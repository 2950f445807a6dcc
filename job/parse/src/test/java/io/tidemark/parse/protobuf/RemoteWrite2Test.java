package io.tidemark.parse.protobuf;

import static io.tidemark.parse.protobuf.WriteRequests.label;
import static io.tidemark.parse.protobuf.WriteRequests.message;
import static io.tidemark.parse.protobuf.WriteRequests.sample;
import static io.tidemark.parse.protobuf.WriteRequests.series;
import static io.tidemark.parse.protobuf.WriteRequests.snappy;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import io.tidemark.parse.Parsed;
import io.tidemark.parse.Rejection;
import io.tidemark.parse.protobuf.WriteRequests.Fields;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * By the fields of {@code io.prometheus.write.v2.Request} as Prometheus publishes them
 * (specification of remote write 2.0); no VictoriaMetrics takes them.
 */
class RemoteWrite2Test {
  private static final Fields SYMBOLS = symbols("", "__name__", "up", "job", "node", "load", "a b");
  private static final Sample UP =
      new Sample(Labels.of(Map.of("__name__", "up", "job", "node")), 1000, 1);

  private final RemoteWriteParser parser = new RemoteWriteParser();

  @Test
  void labelsAreReferencesToSymbols() {
    byte[] request =
        message(
            SYMBOLS,
            seriesOf(refs(1, 2, 3, 4), sample(1, 1000), sample(0, 2000)),
            seriesOf(refs(3, 6, 1, 5), sample(0.5, 1500)));
    Parsed parsed = parse(request);
    assertThat(parsed.refused()).isEmpty();
    assertThat(parsed.samples())
        .containsExactly(
            UP,
            new Sample(UP.labels(), 2000, 0),
            new Sample(Labels.of(Map.of("__name__", "load", "job", "a b")), 1500, 0.5));
  }

  @Test
  void symbolsMayFollowTheSeriesAndReferencesStandAlone() {
    byte[] request =
        message(
            seriesOf(
                out -> out.writeUInt32(1, 1),
                out -> out.writeUInt32(1, 2),
                refs(3, 4),
                sample(1, 1000)),
            SYMBOLS);
    assertThat(parse(request).samples()).containsExactly(UP);
  }

  @Test
  void passesOverWhatIsNoSample() {
    byte[] request =
        message(
            SYMBOLS,
            seriesOf(
                refs(1, 2, 3, 4),
                sample(1, 1000),
                out -> out.writeByteArray(4, new byte[0]), // an exemplar
                out -> out.writeByteArray(5, message(m -> m.writeInt32(1, 1))),
                out -> out.writeInt64(6, 500),
                WriteRequests.unknown()),
            seriesOf(refs(1, 5)),
            WriteRequests.unknown());
    assertThat(parse(request)).isEqualTo(new Parsed(List.of(UP), List.of()));
  }

  @Test
  void readsNativeHistogramsAsVersion1Does() {
    byte[] request = message(SYMBOLS, seriesOf(refs(1, 2), WriteRequests.nativeHistogram(3)));
    byte[] twin =
        message(
            WriteRequests.series(
                WriteRequests.label("__name__", "up"), WriteRequests.nativeHistogram(4)));
    assertThat(parse(request)).isEqualTo(parse(twin));
    assertThat(parse(request).samples()).hasSize(7);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1,2,3", "1,2,3,99", "1,7", "0,2", "1,2,1,5", ""})
  void rejectsASeriesAloneWhoseReferencesMakeNoLabels(String references) {
    int[] bad =
        references.isEmpty()
            ? new int[0]
            : Arrays.stream(references.split(",")).mapToInt(Integer::parseInt).toArray();
    byte[] request =
        message(
            symbols("", "__name__", "up", "job", "node", "load", "a b", "nu\0l"),
            seriesOf(refs(bad), sample(7, 7)),
            seriesOf(refs(1, 2, 3, 4), sample(1, 1000)));
    Parsed parsed = parse(request);
    assertThat(parsed.samples()).containsExactly(UP);
    assertThat(parsed.refused())
        .extracting(Parsed.Refused::why)
        .containsExactly(Rejection.INVALID_LABELS);
  }

  @Test
  void rejectsARequestThatIsCutShortAndEmitsNothingOfIt() {
    byte[] request =
        message(SYMBOLS, seriesOf(refs(1, 2, 3, 4), sample(1, 1000)), seriesOf(refs(1, 5)));
    for (int length = 60; length < request.length; length++) {
      Parsed parsed = parse(Arrays.copyOf(request, length));
      if (!parsed.refused().isEmpty()) {
        assertThat(parsed.samples()).isEmpty();
        assertThat(parsed.refused())
            .extracting(Parsed.Refused::why)
            .containsExactly(Rejection.UNDECODABLE);
      }
    }
  }

  @Test
  void endsOnAnyBytes() {
    var random = new Random(7);
    byte[] request = message(SYMBOLS, seriesOf(refs(1, 2, 3, 4), sample(1, 1000), sample(0, 2000)));
    for (int round = 0; round < 20_000; round++) {
      byte[] mutated = request.clone();
      for (int flips = random.nextInt(4); flips >= 0; flips--) {
        mutated[random.nextInt(mutated.length)] = (byte) random.nextInt();
      }
      parse(mutated);
    }
    assertThat(parse(request).samples()).hasSize(2);
  }

  @Test
  void readsZstdOfBothVersionsWhetherItsFrameNamesItsSizeOrNot() {
    byte[] first = message(series(label("__name__", "up"), label("job", "node"), sample(1, 1000)));
    byte[] second = message(SYMBOLS, seriesOf(refs(1, 2, 3, 4), sample(1, 1000)));
    for (byte[] request : new byte[][] {first, second}) {
      assertThat(Parsed.by(parser, Zstd.compress(request), 5).samples()).containsExactly(UP);
      assertThat(Parsed.by(parser, withoutItsSize(request), 5).samples()).containsExactly(UP);
    }
  }

  private static byte[] withoutItsSize(byte[] request) {
    try (var context = new ZstdCompressCtx()) {
      context.setContentSize(false);
      return context.compress(request);
    }
  }

  @Test
  void boundsWhatAFrameUnpacksTo() {
    byte[] bomb = Zstd.compress(new byte[RemoteWriteParser.MAX_DECODED_BYTES + 1]);
    assertThat(bomb.length).isLessThan(10_000);
    assertThat(Parsed.by(parser, bomb, 5).refused())
        .extracting(Parsed.Refused::why)
        .containsExactly(Rejection.TOO_LARGE);
  }

  @Test
  void rejectsAFrameThatIsCutShortOrDamaged() {
    byte[] frame = Zstd.compress(message(series(label("__name__", "up"), sample(1, 1000))));
    for (int length = 4; length < frame.length; length++) {
      assertThat(Parsed.by(parser, Arrays.copyOf(frame, length), 5).refused())
          .extracting(Parsed.Refused::why)
          .containsExactly(Rejection.UNDECODABLE);
    }
  }

  private Parsed parse(byte[] request) {
    return Parsed.by(parser, snappy(request), 5);
  }

  private static Fields symbols(String... symbols) {
    return out -> {
      for (String symbol : symbols) {
        out.writeString(4, symbol);
      }
    };
  }

  private static Fields seriesOf(Fields... parts) {
    return out -> out.writeByteArray(5, message(parts));
  }

  private static Fields refs(int... references) {
    return out ->
        out.writeByteArray(
            1,
            message(
                packed -> {
                  for (int reference : references) {
                    packed.writeUInt32NoTag(reference);
                  }
                }));
  }
}
