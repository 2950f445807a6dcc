package io.tidemark.sink.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.series.Amplification;
import io.tidemark.series.Copies;
import io.tidemark.series.InstanceLabels;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.Sample;
import io.tidemark.series.SeriesHash;
import io.tidemark.series.Slice;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.Payload;
import io.tidemark.sink.PayloadBuilder;
import io.tidemark.sink.rows.RowBody;
import io.tidemark.sink.rows.RowFormat;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RowFormatTest {
  private static final CopyRows NARROW = new CopyRows(RowShape.NARROW);
  private static final Amplification AS_IT_IS =
      new Amplification(1, 1, 60_000, "instance", ValueMode.REPEAT, Layout.TIME);

  @RepeatedTest(50)
  void holdsTheCopiesThatTheDefinitionNames() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    var amplification =
        new Amplification(
            1 + random.nextInt(20),
            1 + random.nextInt(12),
            60_000,
            List.of(
                    InstanceLabels.of("instance"),
                    InstanceLabels.of("host"),
                    InstanceLabels.of("host", "n", "instance"),
                    InstanceLabels.all("instance"))
                .get(random.nextInt(4)),
            ValueMode.values()[random.nextInt(ValueMode.values().length)],
            Layout.values()[random.nextInt(3)]);
    Map<String, String> extra = random.nextBoolean() ? Map.of() : Map.of("run", "é1", "z", "2");
    var copies = new Copies(amplification, extra);
    var format = new RowFormat(new CopyRows(RowShape.values()[random.nextInt(2)]), copies);
    var sources = new ArrayList<Sample>();
    for (int i = 0; i < 1 + random.nextInt(30); i++) {
      sources.add(sample(random, i));
    }
    var slice =
        new Slice(
            random.nextInt(amplification.n()),
            amplification.n(),
            random.nextInt(amplification.m()),
            amplification.m());
    PayloadBuilder builder = format.newPayloadBuilder();
    List<Double> endValues = sources.stream().map(s -> random.nextGaussian()).toList();
    for (int i = 0; i < sources.size(); i++) {
      Sample s = sources.get(i);
      builder.append(format.template(s.labels()), s.timestampMillis(), s.value(), endValues.get(i));
    }

    Payload payload = builder.encode(slice);
    assertThat(format.decode(payload))
        .as("seed %d", seed)
        .isEqualTo(copies.of(sources, endValues, slice));
    assertThat(payload.rawBytes()).isEqualTo(payload.body().length);
    assertThat(builder.maxRawBytes())
        .isEqualTo(builder.encode(amplification.all()).rawBytes())
        .isLessThanOrEqualTo(
            RowBody.headBytes(
                    format.code(), amplification.instanceLabels().except(extra.keySet()).toText())
                + sources.stream()
                    .mapToLong(
                        s -> amplification.copies() * format.template(s.labels()).maxSampleBytes())
                    .sum());
    assertThat(format.decode(format.encode(format.decode(payload))))
        .isEqualTo(format.decode(payload));
  }

  private static Sample sample(Random random, int number) {
    var labels = new java.util.TreeMap<>(Map.of("__name__", "m" + number % 3, "n", "" + number));
    if (random.nextBoolean()) {
      labels.put("instance", "host-" + random.nextInt(3));
    }
    return new Sample(
        Labels.of(labels), 1_700_000_000_000L + random.nextInt(), random.nextGaussian());
  }

  /** As COPY's documentation describes its binary format, byte by byte. */
  @Test
  void isACopyOfTheRows() {
    var labels = Labels.of(Map.of("__name__", "m"));
    // A second after PostgreSQL's epoch.
    var sample = new Sample(labels, 946_684_801_000L, 0.5);
    var format = new RowFormat(NARROW, new Copies(AS_IT_IS, Map.of()));
    Payload payload = format.encode(List.of(sample));
    var body = new RowBody(NARROW, payload.body());
    ByteBuffer rows =
        ByteBuffer.wrap(payload.body(), body.rowsAt(), payload.body().length - body.rowsAt());

    byte[] signature = new byte[11];
    rows.get(signature);
    assertThat(signature).containsExactly('P', 'G', 'C', 'O', 'P', 'Y', '\n', 0xFF, '\r', '\n', 0);
    assertThat(rows.getInt()).as("flags").isZero();
    assertThat(rows.getInt()).as("extension").isZero();
    assertThat(rows.getShort()).as("columns").isEqualTo((short) 3);
    assertThat(rows.getInt()).isEqualTo(8);
    assertThat(rows.getLong()).isEqualTo(labels.hash());
    assertThat(rows.getInt()).isEqualTo(8);
    assertThat(rows.getLong()).as("microseconds").isEqualTo(1_000_000);
    assertThat(rows.getInt()).isEqualTo(8);
    assertThat(rows.getDouble()).isEqualTo(0.5);
    assertThat(rows.getShort()).as("end").isEqualTo((short) -1);
    assertThat(rows.hasRemaining()).isFalse();
  }

  @Test
  void keysOfTheCaseAreThoseOfTheNameAndOfAllElse() {
    long[] one = keys(Map.of("__name__", "cpu", "host", "a"));
    long[] other = keys(Map.of("__name__", "mem", "host", "a"));

    assertThat(one[0]).isEqualTo(other[0]).isEqualTo(Labels.of(Map.of("host", "a")).hash());
    assertThat(one[1]).isNotEqualTo(other[1]).isEqualTo(SeriesHash.of("cpu".getBytes(), 0, 3));
    assertThat(keys(Map.of("host", "a"))).containsExactly(one[0], 0);
  }

  private static long[] keys(Map<String, String> labels) {
    long[] keys = new long[2];
    RowShape.CASE.keys(Labels.of(labels), keys, 0);
    return keys;
  }

  @ParameterizedTest
  @EnumSource
  void refusesWhatIsNone(RowShape shape) {
    var format = new RowFormat(new CopyRows(shape), new Copies(AS_IT_IS, Map.of()));
    for (int length : new int[] {0, 10, 30, 100}) {
      assertThatThrownBy(
              () -> format.decode(new Payload(new byte[length], CopyRows.ENCODING, 1, length)))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
