package io.tidemark.sink.http;

import io.tidemark.sink.RunEraser;
import io.tidemark.sink.TargetConfig;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds a run's series by the query language, and deletes them by the delete_series, of Prometheus'
 * HTTP API, which other databases have, too.
 */
public final class SeriesDeletion implements RunEraser {
  private static final Pattern TEXT = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");

  /** Matches a vector's value: its time, and the number as text. */
  private static final Pattern COUNT = Pattern.compile("\"value\":\\[[^,]*,\"(\\d+)\"");

  /**
   * The longest time that VictoriaMetrics 1.79.5 looks back; from {@link #end} it reaches to 1976.
   */
  private static final String EVER = "50y";

  /** Generated samples may lie ahead of the clock, by two days at the most. */
  private static final long AHEAD_SECONDS = 2 * 86_400;

  /** Makes the address of a call to the API. */
  public interface Paths {
    /**
     * @param purpose "select" for queries, "delete" for deletions
     */
    Address of(String purpose, String path, String query);
  }

  private final Paths paths;
  private final PageReader reader;

  /**
   * @throws IllegalArgumentException if the target's settings can't be used
   */
  public SeriesDeletion(TargetConfig target, Paths paths) {
    this.paths = paths;
    this.reader = new PageReader(target);
  }

  @Override
  public List<String> find(String label, String run) throws IOException {
    // If the range starts at 0, a VictoriaMetrics later than 1.79.5 finds nothing.
    String path = "/api/v1/label/%s/values".formatted(label);
    String body =
        get("select", path, "start=1&end=%d&match[]=%s".formatted(end(), encoded(label, run)));
    int data = body.indexOf("\"data\"");
    var found = new ArrayList<String>();
    Matcher text = TEXT.matcher(data < 0 ? "" : body.substring(data + "\"data\"".length()));
    while (text.find()) {
      String value = text.group(1);
      // Values of deleted series are listed, too (VictoriaMetrics 1.79.5, Prometheus' head).
      if ((value.equals(run) || value.startsWith(run + "-")) && count(label, value).orElse(1) > 0) {
        found.add(value);
      }
    }
    return found;
  }

  /** Counts by a query, because the list of series ends at 30,000, deleted ones included. */
  @Override
  public OptionalLong count(String label, String value) {
    String query = "count(last_over_time({%s=\"%s\"}[%s]))".formatted(label, value, EVER);
    try {
      String body =
          get(
              "select",
              "/api/v1/query",
              "nocache=1&time=%d&query=%s".formatted(end(), encoded(query)));
      Matcher count = COUNT.matcher(body);
      return OptionalLong.of(count.find() ? Long.parseLong(count.group(1)) : 0);
    } catch (IOException tooMany) {
      return OptionalLong.empty();
    }
  }

  /**
   * Sends a POST, because Prometheus and versions of VictoriaMetrics later than 1.79.5 take nothing
   * else.
   */
  @Override
  public void erase(String label, String run) throws IOException {
    reader.post(
        paths.of("delete", "/api/v1/admin/tsdb/delete_series", "match[]=" + encoded(label, run)));
  }

  private static long end() {
    return System.currentTimeMillis() / 1_000 + AHEAD_SECONDS;
  }

  private String get(String purpose, String path, String query) throws IOException {
    Address address = paths.of(purpose, path, query);
    return new String(reader.read(List.of(address)).get(0), StandardCharsets.UTF_8);
  }

  private static String encoded(String label, String run) {
    return encoded("{%s=~\"%s(-.*)?\"}".formatted(label, run));
  }

  private static String encoded(String query) {
    return URLEncoder.encode(query, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    reader.close();
  }
}
