package io.tidemark.benchmarks.story;

import io.tidemark.series.Amplification;
import io.tidemark.series.InstanceLabels;
import io.tidemark.series.Sample;
import java.util.Map;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;

/** The plain way to amplify, which builds an object with a map of labels for each M×N copy. */
record LabelMaps(Amplification amplification) implements FlatMapFunction<Sample, LabeledSample> {
  @Override
  public void flatMap(Sample sample, Collector<LabeledSample> out) {
    for (int instance = 0; instance < amplification.n(); instance++) {
      String suffix = InstanceLabels.suffix(instance);
      for (int tick = 0; tick < amplification.m(); tick++) {
        Map<String, String> labels = sample.labels().toMap();
        if (!suffix.isEmpty()) {
          labels.merge(amplification.instanceLabels().first(), suffix, String::concat);
        }
        out.collect(
            new LabeledSample(
                labels,
                sample.timestampMillis() + amplification.offsetMillis(tick),
                sample.value()));
      }
    }
  }
}
