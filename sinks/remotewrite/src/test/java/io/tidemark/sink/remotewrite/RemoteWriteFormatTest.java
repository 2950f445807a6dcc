package io.tidemark.sink.remotewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import io.tidemark.series.Amplification;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.RandomPayload;
import io.tidemark.series.Sample;
import io.tidemark.series.Slice;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.Payload;
import io.tidemark.sink.PayloadBuilder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.xerial.snappy.Snappy;

class RemoteWriteFormatTest {
  private static final long NOW = RandomPayload.NOW;

  /**
   * A server that reads proto3 would take a field that is left out for zero as well; ours are
   * there.
   */
  @Test
  void writesZerosExplicitly() throws Exception {
    RemoteWriteFormat format = format(Map.of(), 1, 1, Layout.TIME, Compression.SNAPPY);
    PayloadBuilder builder = format.newPayloadBuilder();
    builder.append(format.template(Labels.of(Map.of("a", "b"))), 0, 0.0);

    byte[] raw = Snappy.uncompress(builder.encode(new Slice(0, 1, 0, 1)).body());

    assertThat(HexFormat.of().formatHex(raw))
        .isEqualTo("0a15" + "0a060a0161120162" + "120b" + "090000000000000000" + "1000");
  }

  @Test
  void sharesTheLabelsOfASeriesWhenNothingIsAddedToThem() {
    Labels labels = Labels.of(Map.of("a", "b"));

    var shared = template(format(Map.of(), 1, 5, Layout.TIME, Compression.SNAPPY), labels);
    assertThat(shared.labels).isSameAs(labels.encoded());
  }

  @Test
  void letsExtraLabelsWinInNameOrder() {
    RemoteWriteFormat format =
        format(Map.of("b", "ours", "d", "ours"), 1, 1, Layout.TIME, Compression.SNAPPY);

    var template = template(format, Labels.of(Map.of("a", "1", "b", "2", "c", "3")));

    assertThat(Labels.ofEncoded(template.labels))
        .hasToString("{a=\"1\",b=\"ours\",c=\"3\",d=\"ours\"}");
  }

  @Test
  void refusesAnExtraLabelThatWouldNotBeWritten() {
    assertThatThrownBy(() -> format(Map.of("run", ""), 1, 1, Layout.TIME, Compression.SNAPPY))
        .hasMessage("an extra label needs a name and a value [name=run, value=]");
  }

  /** What the structure-aware encoder is for: a further tick costs elements, not labels. */
  @Test
  void repeatsASeriesInOneElementPer64Bytes() {
    Labels labels = Labels.of(Map.of("__name__", "up", "tag", "v".repeat(180)));
    // 2 labels of 2+2+8+2+2 and (1+2)+2+3+(1+2)+180 bytes, header of 3, sample of 18
    int entry = 3 + 16 + 191 + 18;

    int oneTick = bodyBytes(Layout.SERIES, labels, 1);
    int twoTicks = bodyBytes(Layout.SERIES, labels, 2);

    // 30 s later only the lowest three bytes of the timestamp differ: NOW is 0 48 28 91 31 52 in
    // groups of seven bits, NOW + 30000 is 48 26 30 91 31 52. So 222 bytes are repeated, by 4
    // copies of 3 bytes, 3 are new, behind a byte, and the last 3 are repeated again.
    assertThat(entry - 6).isEqualTo(222);
    assertThat(twoTicks - oneTick).isEqualTo(4 * 3 + 4 + 3);
    // The last 3 go into the next tick's copies: 225 bytes are still 4 of them.
    assertThat(bodyBytes(Layout.SERIES, labels, 3) - twoTicks).isEqualTo(4 * 3 + 4);
    assertThat(bodyBytes(Layout.GROUPED, labels, 2) - oneTick).isEqualTo(3 + 4 + 3);
    assertThat(bodyBytes(Layout.GROUPED, labels, 3) - oneTick).isEqualTo(2 * (3 + 4) + 3);
  }

  @Test
  void repeatsWhatASeriesSharesWithTheOneBefore() {
    RemoteWriteFormat format = format(Map.of(), 1, 1, Layout.TIME, Compression.SNAPPY);
    PayloadBuilder builder = format.newPayloadBuilder();
    String host = "h".repeat(100);
    builder.append(format.template(Labels.of(Map.of("__name__", "x", "host", host))), NOW, 1);
    int alone = builder.encode(new Slice(0, 1, 0, 1)).body().length;
    builder.append(format.template(Labels.of(Map.of("__name__", "yy", "host", host))), NOW, 1);
    int both = builder.encode(new Slice(0, 1, 0, 1)).body().length;

    // New: header 3, name label 2+2+8+2+2, sample 18; the host label in two copies of 3 bytes.
    // Elements: the first literal now ends before the second begins anew, at 1 to 2 bytes each.
    assertThat(both - alone).isBetween(3 + 16 + 18 + 6, 3 + 16 + 18 + 6 + 4);
  }

  @ParameterizedTest
  @EnumSource(Compression.class)
  void encodesAgainWhatItDecoded(Compression compression) {
    RemoteWriteFormat format = format(Map.of("run", "x"), 6, 2, Layout.TIME, compression);
    PayloadBuilder builder = format.newPayloadBuilder();
    builder.append(format.template(Labels.of(Map.of("a", "1"))), NOW, 0.1);
    builder.append(format.template(Labels.of(Map.of("a", "2"))), -5, Double.NaN);
    Payload payload = builder.encode(new Slice(0, 2, 0, 6));

    List<Sample> samples = format.decode(payload);
    assertThat(samples).hasSize(24);
    Payload half = format.encode(samples.subList(12, 24));

    assertThat(half.samples()).isEqualTo(12);
    assertThat(half.encoding()).isEqualTo(payload.encoding());
    assertThat(format.decode(half)).isEqualTo(samples.subList(12, 24));
  }

  /** A savepoint's batches are sent by whatever job restores it. */
  @Test
  void decodesByThePayloadsOwnEncoding() {
    RemoteWriteFormat snappy = format(Map.of(), 1, 1, Layout.TIME, Compression.SNAPPY);
    RemoteWriteFormat zstd = format(Map.of(), 1, 1, Layout.TIME, Compression.ZSTD);
    var sample = new Sample(Labels.of(Map.of("a", "1")), NOW, 2.5);

    assertThat(snappy.decode(zstd.encode(List.of(sample)))).containsExactly(sample);
    assertThat(zstd.decode(snappy.encode(List.of(sample)))).containsExactly(sample);
    assertThatThrownBy(() -> snappy.decode(new Payload(new byte[0], "gzip", 0, 0)))
        .hasMessageContaining("encoding=gzip");
  }

  @Test
  void refusesToDecompressABomb() throws Exception {
    RemoteWriteFormat format = format(Map.of(), 1, 1, Layout.TIME, Compression.SNAPPY);
    byte[] large = new byte[RemoteWriteFormat.MAX_DECODED_BYTES + 1];

    for (Payload bomb :
        List.of(
            new Payload(Snappy.compress(large), "snappy", 1, 1),
            new Payload(Zstd.compress(large), "zstd", 1, 1))) {
      assertThatThrownBy(() -> format.decode(bomb))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("bytes=33554433, max=33554432");
    }
    // The largest size Snappy's preamble can claim, which the library itself refuses.
    byte[] claim = HexFormat.of().parseHex("ffffffff0f");
    assertThatThrownBy(() -> format.decode(new Payload(claim, "snappy", 1, 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not snappy [bytes=5]");
  }

  @ParameterizedTest
  @EnumSource(Compression.class)
  void refusesAnEmptyBody(Compression compression) {
    RemoteWriteFormat format = format(Map.of(), 1, 1, Layout.TIME, compression);
    var empty = new Payload(new byte[0], compression.name().toLowerCase(), 0, 0);
    assertThatThrownBy(() -> format.decode(empty)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @EnumSource(Compression.class)
  void refusesGarbageWithoutReadingBeyondIt(Compression compression) throws Exception {
    RemoteWriteFormat format = format(Map.of(), 2, 2, Layout.GROUPED, compression);
    PayloadBuilder builder = format.newPayloadBuilder();
    builder.append(format.template(Labels.of(Map.of("name", "value"))), NOW, 1);
    Payload good = builder.encode(new Slice(0, 2, 0, 2));
    byte[] raw = BodyCompression.of(compression).decompress(good.body(), 1000);
    var random = new Random(1);

    int refused = 0;
    for (int i = 0; i < 2000; i++) {
      byte[] damaged = i % 2 == 0 ? good.body().clone() : raw.clone();
      damaged = Arrays.copyOf(damaged, 1 + random.nextInt(damaged.length));
      damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
      byte[] body = i % 2 == 0 ? damaged : compressed(compression, damaged);
      try {
        format.decode(new Payload(body, good.encoding(), 4, raw.length));
      } catch (IllegalArgumentException e) {
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(1800);
  }

  @Test
  void refusesAPayloadBeyondTheReachOfItsOffsets() {
    RemoteWriteFormat format = format(Map.of(), 1, 10_000_000, Layout.TIME, Compression.SNAPPY);
    PayloadBuilder builder = format.newPayloadBuilder();
    builder.append(format.template(Labels.of(Map.of("a", "v".repeat(1000)))), NOW, 1);

    assertThat(builder.maxRawBytes()).isGreaterThan(10_000_000_000L);
    assertThatThrownBy(() -> builder.encode(new Slice(0, 10_000_000, 0, 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("encode a smaller slice");
  }

  private static int bodyBytes(Layout layout, Labels labels, int m) {
    RemoteWriteFormat format = format(Map.of(), m, 1, layout, Compression.SNAPPY);
    PayloadBuilder builder = format.newPayloadBuilder();
    builder.append(format.template(labels), NOW, 1.5);
    return builder.encode(new Slice(0, 1, 0, m)).body().length;
  }

  private static byte[] compressed(Compression compression, byte[] raw) {
    var general = BodyCompression.of(compression);
    byte[] to = new byte[general.maxCompressedBytes(raw.length)];
    return Arrays.copyOf(to, general.compress(raw, raw.length, to));
  }

  private static RemoteWriteTemplate template(RemoteWriteFormat format, Labels labels) {
    return (RemoteWriteTemplate) format.template(labels);
  }

  private static RemoteWriteFormat format(
      Map<String, String> extraLabels, int m, int n, Layout layout, Compression compression) {
    return new RemoteWriteFormat(
        extraLabels,
        new Amplification(m, n, 60_000, "instance", ValueMode.REPEAT, layout),
        compression);
  }
}
