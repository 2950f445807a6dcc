package io.tidemark.sink.rrdcached;

import io.tidemark.series.Labels;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where a series' file lies, from its labels and back: {@code FOLDER/NAME/a=b,c=d.rrd}.
 *
 * <p>Bytes other than letters, digits, {@code _ - . ~ @} are written as {@code %XX}, and so is a
 * dot at the beginning or behind another one: no label leads to another folder (the daemon refuses
 * any path with {@code ../} in it), none ends a command, and no two series share a file. What is
 * longer than a file's name may be is cut; {@code +} at the end says that it goes on below. Pure.
 *
 * @param folder of all of them
 */
record SeriesPath(String folder) {
  /** Of a path with its folder. A command has 4,096, and so has a path with the daemon's folder. */
  static final int MAX_BYTES = 3_500;

  /** Linux takes names of 255; a file that is being made has a longer one. */
  private static final int MAX_NAME = 200;

  private static final String NAME = "__name__";
  private static final String SUFFIX = ".rrd";
  private static final char GOES_ON = '+';

  /** In the place of what is not there: no text is written as this. */
  private static final String NONE = "=";

  private static final String PLAIN = "_-.~@";
  private static final byte DOT = '.';

  String of(Labels labels) {
    var path = new StringBuilder(folder).append('/');
    var rest = new StringBuilder();
    String name = NONE;
    for (Map.Entry<String, String> label : labels.toMap().entrySet()) {
      if (label.getKey().equals(NAME)) {
        name = escaped(label.getValue());
      } else {
        rest.append(rest.length() == 0 ? "" : ",")
            .append(escaped(label.getKey()))
            .append('=')
            .append(escaped(label.getValue()));
      }
    }
    appendCut(path, name);
    path.append('/');
    appendCut(path, rest.length() == 0 ? NONE : rest.toString());
    return path.append(SUFFIX).toString();
  }

  private static void appendCut(StringBuilder path, String text) {
    int from = 0;
    for (; text.length() - from > MAX_NAME; from += MAX_NAME) {
      path.append(text, from, from + MAX_NAME).append(GOES_ON).append('/');
    }
    path.append(text, from, text.length());
  }

  private static String escaped(String text) {
    var escaped = new StringBuilder(text.length() + 16);
    byte before = DOT;
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      if (isPlain(b) && !(b == DOT && before == DOT)) {
        escaped.append((char) b);
      } else {
        escaped.append("%%%02X".formatted(b));
      }
      before = b;
    }
    return escaped.toString();
  }

  private static boolean isPlain(byte b) {
    return b >= 'a' && b <= 'z'
        || b >= 'A' && b <= 'Z'
        || b >= '0' && b <= '9'
        || PLAIN.indexOf(b) >= 0;
  }

  /**
   * A command line that removes the files of all series with a label, or of a part of its value.
   *
   * @param label with its value, as it stands in a path
   */
  static String removal(String folder, String label) {
    return "find %s -name '*%s' | awk '{ p = $0; gsub(/[%s][/]/, \"\", p) } p ~ /[,\\/]%s(-|,|[.]rrd$)/' | xargs -r rm"
        .formatted(folder, SUFFIX, GOES_ON, label);
  }

  /**
   * @throws IllegalArgumentException if it is no path of this folder
   */
  Labels labels(String path) {
    if (!path.startsWith(folder + "/") || !path.endsWith(SUFFIX)) {
      throw new IllegalArgumentException("no series' path [path=%s]".formatted(path));
    }
    String own = path.substring(folder.length() + 1, path.length() - SUFFIX.length());
    String whole = own.replace(GOES_ON + "/", "");
    int slash = whole.indexOf('/');
    if (slash < 0) {
      throw new IllegalArgumentException("no series' path [path=%s]".formatted(path));
    }
    var labels = new LinkedHashMap<String, String>();
    if (!whole.substring(0, slash).equals(NONE)) {
      labels.put(NAME, plain(whole.substring(0, slash)));
    }
    String rest = whole.substring(slash + 1);
    if (!rest.equals(NONE)) {
      for (String label : rest.split(",")) {
        String[] both = label.split("=", 2);
        labels.put(plain(both[0]), plain(both[1]));
      }
    }
    return Labels.of(labels);
  }

  private static String plain(String escaped) {
    byte[] bytes = new byte[escaped.length()];
    int size = 0;
    for (int i = 0; i < escaped.length(); i++) {
      if (escaped.charAt(i) == '%') {
        bytes[size++] = (byte) Integer.parseInt(escaped, i + 1, i + 3, 16);
        i += 2;
      } else {
        bytes[size++] = (byte) escaped.charAt(i);
      }
    }
    return new String(bytes, 0, size, StandardCharsets.UTF_8);
  }
}
