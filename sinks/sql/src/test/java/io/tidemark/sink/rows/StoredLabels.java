package io.tidemark.sink.rows;

import io.tidemark.series.Labels;
import java.util.ArrayList;
import java.util.TreeMap;

/** Reads labels as {@link LabelsJson} wrote them: an object whose values are all strings. */
public final class StoredLabels {
  private StoredLabels() {}

  public static Labels of(String json) {
    var strings = new ArrayList<String>();
    for (int at = json.indexOf('"'); at >= 0; at = json.indexOf('"', at + 1)) {
      var text = new StringBuilder();
      for (at++; json.charAt(at) != '"'; at++) {
        if (json.charAt(at) != '\\') {
          text.append(json.charAt(at));
        } else if (json.charAt(++at) == 'u') {
          text.append((char) Integer.parseInt(json.substring(at + 1, at + 5), 16));
          at += 4;
        } else {
          text.append(json.charAt(at));
        }
      }
      strings.add(text.toString());
    }
    var labels = new TreeMap<String, String>();
    for (int i = 0; i < strings.size(); i += 2) {
      labels.put(strings.get(i), strings.get(i + 1));
    }
    return Labels.of(labels);
  }
}
