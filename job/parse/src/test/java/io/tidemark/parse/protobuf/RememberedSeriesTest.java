package io.tidemark.parse.protobuf;

import static io.tidemark.parse.protobuf.WriteRequests.label;
import static io.tidemark.parse.protobuf.WriteRequests.message;
import static io.tidemark.parse.protobuf.WriteRequests.sample;
import static io.tidemark.parse.protobuf.WriteRequests.series;
import static io.tidemark.parse.protobuf.WriteRequests.snappy;
import static io.tidemark.parse.protobuf.WriteRequests.unknown;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.parse.Parsed;
import io.tidemark.parse.Rejection;
import io.tidemark.parse.SampleParser;
import io.tidemark.parse.SeriesMemory;
import io.tidemark.series.Sample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a parser reads with a memory is what it reads without. */
@Tag("seconds")
class RememberedSeriesTest {
  private static final long NOW = 1_750_000_000_000L;

  private final SeriesMemory memory = new SeriesMemory(20);
  private final RemoteWriteParser remembering = new RemoteWriteParser();
  private final RemoteWriteParser forgetting = new RemoteWriteParser();
  private int numbered;

  @Test
  void readsTheSameWhateverFollowsTheLabels() {
    byte[][] requests = {
      message(series(label("a", "1"), sample(1, NOW)), series(label("b", "2"), sample(2, NOW))),
      message(series(label("a", "1"), label("b", "1"), sample(1, NOW))),
      message(series(label("a", "1"), sample(1, NOW), label("b", "1"))),
      message(series(label("a", "1"), sample(0, NOW), sample(2, 5), sample(-1, -1))),
      message(series(label("a", "1"), unknown(), sample(1, NOW))),
      message(series(label("a", "1"))),
      message(series(label("b", "2"), label("a", "1"), sample(1, NOW))),
      message(series(label("a", ""), sample(1, NOW)), series(label("a", "1"), sample(1, NOW))),
    };
    var random = new Random(1);
    for (int i = 0; i < 2_000; i++) {
      byte[] record = snappy(requests[random.nextInt(requests.length)]);
      requireReadAlike(record);
    }
    assertThat(numbered).isPositive();
  }

  /** More series than are remembered, so that numbers are given anew now and then. */
  @Test
  void readsTheSameOfAnySeriesInAnyOrder() {
    var random = new Random(2);
    for (int i = 0; i < 3_000; i++) {
      int first = random.nextInt(30);
      byte[] record =
          snappy(
              message(
                  series(label("a", "x" + first), sample(i, NOW + i)),
                  series(label("a", "x" + (first + 1)), label("b", "y"), sample(i, NOW + i)),
                  series(label("a", "x" + random.nextInt(30)), sample(i, NOW + i))));
      requireReadAlike(record);
    }
    assertThat(numbered).isPositive();
  }

  @Test
  void readsTheSameOfWhatIsDamaged() {
    byte[] whole =
        message(
            series(label("a", "1"), label("bb", "22"), sample(1, NOW)),
            series(label("a", "2"), label("bb", "22"), sample(2, NOW)));
    read(snappy(whole));
    var random = new Random(3);
    for (int i = 0; i < 20_000; i++) {
      byte[] damaged = whole.clone();
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      byte[] record = snappy(Arrays.copyOf(damaged, damaged.length - random.nextInt(3)));
      requireReadAlike(record);
    }
  }

  private void requireReadAlike(byte[] record) {
    Parsed expected = Parsed.by(forgetting, record, -1);
    Parsed read = read(record);
    assertThat(read.samples()).isEqualTo(expected.samples());
    assertThat(read.refused())
        .usingRecursiveFieldByFieldElementComparator()
        .isEqualTo(expected.refused());
  }

  private Parsed read(byte[] record) {
    var parsed = new Parsed(new ArrayList<Sample>(), new ArrayList<>());
    memory.begin();
    remembering.parse(
        record,
        -1,
        new SampleParser.Output() {
          @Override
          public SeriesMemory memory() {
            return memory;
          }

          @Override
          public void sample(int number, long timestampMillis, double value) {
            numbered++;
            parsed.samples().add(new Sample(memory.labels(number), timestampMillis, value));
          }

          @Override
          public void sample(Sample sample) {
            memory.came(sample.labels());
            parsed.samples().add(sample);
          }

          @Override
          public void rejected(Rejection why, String detail, byte[] bytes, int offset, int length) {
            List<Parsed.Refused> refused = parsed.refused();
            byte[] part = Arrays.copyOfRange(bytes, offset, offset + length);
            refused.add(new Parsed.Refused(why, detail, part));
          }
        });
    return parsed;
  }
}
