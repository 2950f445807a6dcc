package io.tidemark.sink.rrdcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.sink.TargetConfig;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A file of each series, with a value a minute; time passes only where it is waited for. */
class LateSamplesTest {
  private final Map<String, Double> stored = new HashMap<>();
  private Duration waited = Duration.ZERO;
  private Runnable meanwhile = () -> {};

  private final LateSamples late =
      new LateSamples(
          (path, function, from, to) ->
              new StoredValues(
                  from,
                  60,
                  IntStream.rangeClosed(1, (int) (to - from) / 60)
                      .mapToDouble(
                          row -> stored.getOrDefault(key(path, from + 60 * row), Double.NaN))
                      .toArray()),
          RrdcachedOptions.of(TargetConfig.of("rrdcached")),
          () -> waited.toNanos(),
          this::pass);

  private void pass(Duration time) {
    waited = waited.plus(time);
    meanwhile.run();
  }

  @Test
  void whatIsStoredIsNotWaitedFor() throws Exception {
    store(line("a", 60));
    late.requireStored(List.of(line("a", 60)));
    assertThat(waited).isZero();
  }

  /** A thread of the daemon was writing it. */
  @Test
  void whatIsBeingWrittenIsFoundWithinASecond() throws Exception {
    meanwhile =
        () -> {
          if (waited.toMillis() >= 300) {
            store(line("a", 60));
          }
        };
    late.requireStored(List.of(line("a", 60)));
    assertThat(waited).isEqualTo(Duration.ofMillis(300));
  }

  /** Four lines in seven pieces, which are one batch: one second, not seven. */
  @Test
  void whatIsLateForGoodIsWaitedForOnceAndNotInEachPieceOfItsBatch() {
    List<UpdateLine> batch = List.of(line("a", 60), line("a", 120), line("b", 60), line("c", 60));
    refused(batch);
    assertThat(waited).isEqualTo(Duration.ofSeconds(1));

    refused(batch.subList(0, 2));
    batch.forEach(each -> refused(List.of(each)));
    refused(batch.subList(2, 4));
    assertThat(waited).isEqualTo(Duration.ofSeconds(1));
  }

  /** The batch is refused at once, for the other value; its pieces wait for the rest, together. */
  @Test
  void anotherValueIsRefusedAtOnceAndWhatWasMissedBesideItIsKnown() {
    stored.put(key("a", 60), 7.0);
    List<UpdateLine> batch = List.of(line("a", 60), line("b", 60), line("c", 60));
    assertThatThrownBy(() -> late.requireStored(batch)).hasMessageContaining("stored=7.0");
    assertThat(waited).isZero();

    refused(batch.subList(1, 2));
    refused(batch.subList(2, 3));
    assertThat(waited).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void anotherBatchIsWaitedForAgain() {
    refused(List.of(line("a", 60)));
    refused(List.of(line("b", 60)));
    refused(List.of(line("a", 60)));
    assertThat(waited).isEqualTo(Duration.ofSeconds(3));
  }

  private void refused(List<UpdateLine> lines) {
    assertThatThrownBy(() -> late.requireStored(lines))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("not what is stored");
  }

  private void store(UpdateLine line) {
    stored.put(key(line.path(), line.seconds()), line.value());
  }

  private static UpdateLine line(String path, long seconds) {
    return new UpdateLine(path, seconds, "1.5");
  }

  private static String key(String path, long seconds) {
    return path + " " + seconds;
  }
}
