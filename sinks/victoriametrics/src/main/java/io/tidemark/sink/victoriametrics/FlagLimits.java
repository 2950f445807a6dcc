package io.tidemark.sink.victoriametrics;

import io.tidemark.series.LabelsBuilder;
import io.tidemark.series.SampleLimits;
import io.tidemark.sink.TsdbNode;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;

/**
 * How many and how long labels may be, as flags of the processes say; their defaults differ from
 * version to version. Of several processes the least counts. Pure.
 */
final class FlagLimits {
  private static final String LABELS = "maxLabelsPerTimeseries";
  private static final String NAME_BYTES = "maxLabelNameLen";
  private static final String VALUE_BYTES = "maxLabelValueLen";

  static final Set<String> FLAGS = Set.of(LABELS, NAME_BYTES, VALUE_BYTES);

  private FlagLimits() {}

  /**
   * @param otherwise where no process says
   */
  static SampleLimits of(List<TsdbNode> nodes, SampleLimits otherwise) {
    return new SampleLimits(
        Math.min(LabelsBuilder.MAX_LABELS, least(nodes, LABELS, otherwise.labels())),
        least(nodes, NAME_BYTES, otherwise.labelNameBytes()),
        least(nodes, VALUE_BYTES, otherwise.labelValueBytes()),
        otherwise.future(),
        otherwise.retention());
  }

  private static int least(List<TsdbNode> nodes, String flag, int otherwise) {
    OptionalInt least =
        nodes.stream()
            .map(node -> node.flags().get(flag))
            .filter(Objects::nonNull)
            .filter(value -> value.matches("[1-9]\\d{0,8}"))
            .mapToInt(Integer::parseInt)
            .min();
    return least.orElse(otherwise);
  }
}
