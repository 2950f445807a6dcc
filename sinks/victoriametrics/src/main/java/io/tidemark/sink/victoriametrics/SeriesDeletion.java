package io.tidemark.sink.victoriametrics;

import io.tidemark.sink.RunEraser;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.http.Address;
import io.tidemark.sink.http.PageReader;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * VictoriaMetrics' delete_series. On a cluster it is vmselect that takes it, below
 * /delete/&lt;tenant&gt;.
 */
final class SeriesDeletion implements RunEraser {
  private static final Pattern TEXT = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");

  /** Generated samples may lie ahead of the clock, by two days at the most. */
  private static final long AHEAD_SECONDS = 2 * 86_400;

  private final URI url;
  private final String tenant;
  private final PageReader reader;

  /**
   * @throws IllegalArgumentException if the target's settings can't be used
   */
  SeriesDeletion(TargetConfig target) {
    this.url = target.urls().get(0);
    this.tenant = Options.of(target).tenant();
    this.reader = new PageReader(target);
  }

  @Override
  public List<String> find(String label, String run) throws IOException {
    long until = System.currentTimeMillis() / 1_000 + AHEAD_SECONDS;
    String path = "/api/v1/label/%s/values".formatted(label);
    String body =
        get("select", path, "start=0&end=%d&match[]=%s".formatted(until, selector(label, run)));
    int data = body.indexOf("\"data\"");
    var found = new ArrayList<String>();
    Matcher text = TEXT.matcher(data < 0 ? "" : body.substring(data + "\"data\"".length()));
    while (text.find()) {
      if (text.group(1).equals(run) || text.group(1).startsWith(run + "-")) {
        found.add(text.group(1));
      }
    }
    return held(label, found, until);
  }

  /**
   * The values of a label are those of deleted series, too; the list of series knows better, but
   * from 0 to a later day than today it is empty (both 1.79.5).
   */
  private List<String> held(String label, List<String> values, long until) throws IOException {
    var held = new ArrayList<String>();
    for (String value : values) {
      String query = "start=1&end=%d&limit=1&match[]=%s".formatted(until, selector(label, value));
      if (get("select", "/api/v1/series", query).contains("__name__")) {
        held.add(value);
      }
    }
    return held;
  }

  @Override
  public void erase(String label, String run) throws IOException {
    get("delete", "/api/v1/admin/tsdb/delete_series", "match[]=" + selector(label, run));
  }

  private String get(String purpose, String path, String query) throws IOException {
    Address address = Addresses.ofQuery(url, tenant, purpose, path, query);
    return new String(reader.read(List.of(address)).get(0), StandardCharsets.UTF_8);
  }

  private static String selector(String label, String run) {
    String selector = "{%s=~\"%s(-.*)?\"}".formatted(label, run);
    return URLEncoder.encode(selector, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    reader.close();
  }
}
