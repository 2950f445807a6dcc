package io.tidemark.proof;

import io.tidemark.measure.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Averages several windows of the same load, because a verdict on the last of them would depend on
 * chance. Numbers are means of those windows that know them; all else is the last window's; marks
 * count if at least half of the windows have one.
 */
public final class MeanWindow {
  private MeanWindow() {}

  /**
   * @param windows not empty
   */
  public static Window of(List<Window> windows) {
    return mean(windows);
  }

  private static <R extends Record> R mean(List<R> records) {
    return RecordParts.with(
        records.get(0),
        part ->
            mean(
                part.getType(),
                records.stream().map(record -> RecordParts.read(part, record)).toList()));
  }

  private static Object mean(Class<?> type, List<Object> values) {
    Object last = values.get(values.size() - 1);
    List<Object> known = values.stream().filter(Objects::nonNull).toList();
    if (type == double.class || type == Double.class) {
      return known.isEmpty()
          ? null
          : known.stream().mapToDouble(value -> (Double) value).average().orElseThrow();
    }
    if (type.isRecord() && known.size() == values.size()) {
      return mean(known.stream().map(Record.class::cast).toList());
    }
    if (type != List.class) {
      return last;
    }
    var lists = new ArrayList<List<?>>();
    known.forEach(list -> lists.add((List<?>) list));
    return meanOfLists(lists);
  }

  private static List<?> meanOfLists(List<List<?>> lists) {
    List<?> last = lists.get(lists.size() - 1);
    boolean ofRecords = last.stream().allMatch(Record.class::isInstance) && !last.isEmpty();
    if (!ofRecords) {
      long marked = lists.stream().filter(list -> !list.isEmpty()).count();
      return 2 * marked < lists.size()
          ? List.of()
          : lists.stream().flatMap(List::stream).distinct().toList();
    }
    if (lists.stream().anyMatch(list -> !names(list).equals(names(last)))) {
      return last;
    }
    var means = new ArrayList<Record>();
    for (int i = 0; i < last.size(); i++) {
      int index = i;
      means.add(mean(lists.stream().map(list -> (Record) list.get(index)).toList()));
    }
    return means;
  }

  /** Returns each record's first component, which names it: a task's name, an address. */
  private static List<Object> names(List<?> records) {
    return records.stream()
        .map(
            record -> RecordParts.read(record.getClass().getRecordComponents()[0], (Record) record))
        .toList();
  }
}
