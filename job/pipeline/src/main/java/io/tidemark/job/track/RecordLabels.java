package io.tidemark.job.track;

import io.tidemark.series.Labels;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The labels of a record: those of its series, under a name of its own; the series' name is in
 * label {@value #OF}. So records have one label more, share all labels that tell runs and instances
 * apart, and are deleted with their run.
 */
public final class RecordLabels {
  /** Names records whose value is the time of the source sample, in Unix seconds. */
  public static final String LAST_RECEIVED = "tidemark_last_received";

  /** Names records whose value is the number of the series' samples. */
  public static final String RECEIVED = "tidemark_received_total";

  public static final String OF = "of_metric";

  private static final String NAME = "__name__";

  private RecordLabels() {}

  /**
   * @throws IllegalArgumentException if there is no room for one label more
   */
  public static Labels of(Labels series, String recordName) {
    Map<String, String> labels = new LinkedHashMap<>(series.toMap());
    String name = labels.put(NAME, recordName);
    if (name != null) {
      labels.put(OF, name);
    }
    return Labels.of(labels);
  }

  /** Returns the labels of a record's series. */
  public static Labels series(Labels record) {
    Map<String, String> labels = new LinkedHashMap<>(record.toMap());
    String name = labels.remove(OF);
    labels.remove(NAME);
    if (name != null) {
      labels.put(NAME, name);
    }
    return Labels.of(labels);
  }
}
