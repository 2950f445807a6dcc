package io.tidemark.benchmarks.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.series.Amplification;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.Sample;
import io.tidemark.series.ValueMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.junit.jupiter.api.Test;

/** The slow way must write the same samples, or the two could not be compared. */
class LabelMapsTest {
  @Test
  void copiesLieWhereTidemarkPutsThem() {
    var copies = new ArrayList<LabeledSample>();
    var twice = new Amplification(2, 2, 10_000, "host", ValueMode.REPEAT, Layout.TIME);
    new LabelMaps(twice)
        .flatMap(
            new Sample(Labels.of(Map.of("__name__", "cpu", "host", "a")), 1_000, 0.5),
            new ListCollector<>(copies));
    Map<String, String> own = Map.of("__name__", "cpu", "host", "a");
    Map<String, String> other = Map.of("__name__", "cpu", "host", "a~1");
    assertThat(copies)
        .isEqualTo(
            List.of(
                new LabeledSample(own, 1_000, 0.5),
                new LabeledSample(own, 6_000, 0.5),
                new LabeledSample(other, 1_000, 0.5),
                new LabeledSample(other, 6_000, 0.5)));
  }
}
