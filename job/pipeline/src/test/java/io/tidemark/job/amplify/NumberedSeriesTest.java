package io.tidemark.job.amplify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.TestConfig;
import io.tidemark.job.deadletter.DeadLetter;
import io.tidemark.job.deadletter.DeadLetters;
import io.tidemark.job.split.SampleBlock;
import io.tidemark.job.split.SourceSample;
import io.tidemark.job.state.RunName;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.Payload;
import io.tidemark.sink.Tsdb;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

@SuppressWarnings("try") // the harness declares InterruptedException
class NumberedSeriesTest {
  private static final long NOW = 1_750_000_000_000L;

  private static OneInputStreamOperatorTestHarness<SampleBlock, Payload> harness(JobConfig config)
      throws Exception {
    var factory = new AmplifierFactory(config, RunName.NONE, DeadLetters.TAG);
    var harness = new OneInputStreamOperatorTestHarness<>(factory, 720, 1, 0);
    harness.setProcessingTime(NOW);
    harness.open();
    return harness;
  }

  private static Labels series(int i) {
    return Labels.of(Map.of("__name__", "m" + i));
  }

  private static SampleBlock named(int source, int number, int series, double value) {
    var block = new SampleBlock.Builder(source);
    block.add(number, series(series).hash(), series(series), NOW, value);
    return block.take();
  }

  private static SampleBlock numbered(int source, int number, int series, double value) {
    var block = new SampleBlock.Builder(source);
    block.add(number, series(series).hash(), null, NOW, value);
    return block.take();
  }

  private static Sample sample(int series, double value) {
    return new Sample(series(series), NOW, value);
  }

  private static List<Sample> written(
      JobConfig config, OneInputStreamOperatorTestHarness<SampleBlock, Payload> harness)
      throws Exception {
    harness.prepareSnapshotPreBarrier(1);
    var format =
        Tsdb.byType("victoriametrics", NumberedSeriesTest.class.getClassLoader())
            .format(config.target(), config.amplify().amplification());
    return harness.extractOutputValues().stream()
        .flatMap(payload -> format.decode(payload).stream())
        .toList();
  }

  @Test
  void aNumberStandsForWhatItsSourceGaveItToLast() throws Exception {
    JobConfig config = TestConfig.of("amplify.m=1");
    try (var harness = harness(config)) {
      for (SampleBlock sample :
          List.of(
              named(0, 5, 1, 1),
              named(2, 5, 2, 2),
              numbered(0, 5, 1, 3),
              numbered(2, 5, 2, 4),
              named(0, 5, 3, 5),
              numbered(0, 5, 3, 6),
              numbered(2, 5, 2, 7),
              SampleBlock.of(sample(4, 8)))) {
        harness.processElement(new StreamRecord<>(sample));
      }
      assertThat(written(config, harness))
          .containsExactly(
              sample(1, 1),
              sample(2, 2),
              sample(1, 3),
              sample(2, 4),
              sample(3, 5),
              sample(3, 6),
              sample(2, 7),
              sample(4, 8));
    }
  }

  /**
   * With a cache of three templates for some of forty series, so that most are put out; numbers get
   * other series within a block, too, by samples that are refused.
   */
  @Test
  void writesTheSameWhateverIsCached() throws Exception {
    JobConfig config = TestConfig.of("amplify.m=1", "amplify.max-cached-series=3");
    var random = new Random(1);
    var holders = new HashMap<List<Integer>, Integer>();
    var expected = new ArrayList<Sample>();
    try (var harness = harness(config)) {
      while (expected.size() < 20_000) {
        int source = random.nextInt(3);
        var block = new SampleBlock.Builder(source);
        int namesOneIn = random.nextBoolean() ? 10 : 1_000;
        for (int i = random.nextInt(SampleBlock.MAX_SAMPLES); i >= 0; i--) {
          int number = random.nextInt(20);
          Integer holder = holders.get(List.of(source, number));
          boolean names = holder == null || random.nextInt(namesOneIn) == 0;
          int series = names ? random.nextInt(40) : holder;
          holders.put(List.of(source, number), series);
          Labels labels = series(series);
          double value = names && random.nextInt(4) == 0 ? Double.NaN : expected.size();
          block.add(number, labels.hash(), names ? labels : null, NOW, value);
          if (value == value) {
            expected.add(sample(series, value));
          }
          if (i > 0 && random.nextInt(50) == 0) {
            Labels unnumbered = series(random.nextInt(40));
            block.add(SourceSample.UNNUMBERED, unnumbered.hash(), unnumbered, NOW, 0.5);
            expected.add(new Sample(unnumbered, NOW, 0.5));
            i--;
          }
        }
        harness.processElement(new StreamRecord<>(block.take()));
      }
      assertThat(written(config, harness)).isEqualTo(expected);
    }
  }

  @Test
  void aSampleThatIsRefusedNamesItsSeriesToo() throws Exception {
    JobConfig config = TestConfig.of("amplify.m=1");
    try (var harness = harness(config)) {
      harness.processElement(new StreamRecord<>(named(0, 0, 1, Double.NaN)));
      harness.processElement(new StreamRecord<>(numbered(0, 0, 1, 2)));
      harness.processElement(new StreamRecord<>(numbered(0, 0, 1, Double.NaN)));
      assertThat(written(config, harness)).containsExactly(sample(1, 2));
      assertThat(harness.getSideOutput(DeadLetters.TAG))
          .extracting(StreamRecord::getValue)
          .extracting(DeadLetter::origin)
          .containsExactly("{__name__=\"m1\"}", "{__name__=\"m1\"}");
    }
  }

  @Test
  void holdsSamplesBackWithTheirLabels() throws Exception {
    var numbers = new NumberedSeries(labels -> new TemplateCache.Entry(labels, null));
    numbers.of(named(1, 0, 1, 1), 0);
    assertThat(numbers.of(numbered(1, 0, 1, 2), 0).labels()).isEqualTo(series(1));
  }

  @Test
  void aSampleThatCameWithoutItsSeriesEndsTheTaskAndDoesNotGetIntoAnother() throws Exception {
    for (SampleBlock wrong :
        List.of(numbered(0, 1, 1, 2), numbered(1, 0, 1, 2), numbered(0, 0, 2, 2))) {
      try (var harness = harness(TestConfig.of("amplify.m=1"))) {
        harness.processElement(new StreamRecord<>(named(0, 0, 1, 1)));
        assertThatThrownBy(() -> harness.processElement(new StreamRecord<>(wrong)))
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("source=" + wrong.source());
      }
    }
  }
}
