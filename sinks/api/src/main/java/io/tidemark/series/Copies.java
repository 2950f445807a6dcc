package io.tidemark.series;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes the copies of source samples in plain objects. This defines what every database's encoder
 * must write, and is the way of those encoders that need no quicker one. Pure.
 *
 * @param extraLabels the labels added to every series; they win over a label of the same name
 */
public record Copies(Amplification amplification, Map<String, String> extraLabels) {
  /**
   * Returns the slice's copies of all sources, in the layout's order. Copies in {@link
   * Layout#GROUPED} have the order of {@link Layout#SERIES}, and are packed in another way.
   */
  public List<Sample> of(List<Sample> sources, Slice slice) {
    return of(sources, sources.stream().map(Sample::value).toList(), slice);
  }

  /**
   * @param endValues the end values of the sources' lines for {@link ValueMode#INTERPOLATE}, see
   *     {@link Interpolation}
   */
  public List<Sample> of(List<Sample> sources, List<Double> endValues, Slice slice) {
    var copies = new ArrayList<Sample>();
    if (amplification.layout() == Layout.TIME) {
      for (int tick = slice.tickFrom(); tick < slice.tickTo(); tick++) {
        for (int i = 0; i < sources.size(); i++) {
          for (int n = slice.instanceFrom(); n < slice.instanceTo(); n++) {
            copies.add(copy(sources.get(i), endValues.get(i), n, tick));
          }
        }
      }
    } else {
      for (int i = 0; i < sources.size(); i++) {
        for (int n = slice.instanceFrom(); n < slice.instanceTo(); n++) {
          for (int tick = slice.tickFrom(); tick < slice.tickTo(); tick++) {
            copies.add(copy(sources.get(i), endValues.get(i), n, tick));
          }
        }
      }
    }
    return copies;
  }

  private Sample copy(Sample source, double endValue, int instance, int tick) {
    return new Sample(
        labels(source.labels(), instance),
        source.timestampMillis() + amplification.offsetMillis(tick),
        value(source, endValue, instance, tick));
  }

  /** Returns the labels of a series' copies of one instance. */
  public Labels labels(Labels source, int instance) {
    var labels = new LinkedHashMap<>(source.toMap());
    labels.putAll(extraLabels);
    return amplification.instanceLabels().except(extraLabels.keySet()).copy(labels, instance);
  }

  private double value(Sample source, double endValue, int instance, int tick) {
    return switch (amplification.value()) {
      case REPEAT -> source.value();
      case JITTER ->
          Jitter.value(
              source.value(), source.labels().hash(), source.timestampMillis(), instance, tick);
      case INTERPOLATE -> Interpolation.value(source.value(), endValue, amplification, tick);
    };
  }
}
