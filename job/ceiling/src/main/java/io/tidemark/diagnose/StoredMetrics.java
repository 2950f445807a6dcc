package io.tidemark.diagnose;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.tidemark.job.config.ConfigException;
import io.tidemark.process.RunException;
import io.tidemark.sink.client.ErrorText;
import io.tidemark.sink.http.Address;
import io.tidemark.sink.http.PageReader;
import io.tidemark.sink.http.PageReader.Reply;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a Prometheus, or anything that is asked like one, has stored of processes, as the pages that
 * they showed. Queries are bounded; one that the server refuses is made smaller. It reads, and
 * writes nothing. Not thread-safe.
 */
final class StoredMetrics {
  private static final String PATH = "/api/v1/query_range";

  /** Moments of a range: more would show no more. */
  private static final int MOMENTS = 240;

  private static final Duration SHORTEST_STEP = Duration.ofSeconds(5);
  private static final int NAMES_AT_ONCE = 16;
  private static final int MOST_ANSWER_BYTES = 32 << 20;

  /** Of all pages together. */
  private static final long MOST_BYTES = 512L << 20;

  /** Halves of halves: a range that is refused is never divided further. */
  private static final int MOST_DIVISIONS = 4;

  private static final int MOST_SERVER_CHARS = 200;

  /**
   * Labels that scrapers give, which together say whose a series is; the first that there is names
   * it.
   */
  private static final List<String> NAMING = List.of("pod", "instance");

  private static final List<String> PLACING = List.of("cluster", "namespace", "job", "container");

  private final PageReader reader;
  private final Address address;
  private final String match;
  private final Map<String, TreeMap<Long, StringBuilder>> pages = new TreeMap<>();
  private final Set<String> unread = new TreeSet<>();
  private long bytes;
  private int refused;

  /** A page as its series were stored. */
  private record StoredPage(String process, long millis, String text) implements Page {
    @Override
    public byte[] read() {
      return text.getBytes(StandardCharsets.UTF_8);
    }
  }

  /** A part of what is asked for. */
  private record Query(List<String> names, Instant from, Instant to, Duration step, int divisions) {
    private Stream<Query> smaller() {
      if (names.size() > 1) {
        int half = names.size() / 2;
        return Stream.of(
            new Query(names.subList(0, half), from, to, step, divisions),
            new Query(names.subList(half, names.size()), from, to, step, divisions));
      }
      if (divisions == MOST_DIVISIONS) {
        return Stream.empty();
      }
      Instant middle = from.plus(Duration.between(from, to).dividedBy(2));
      return Stream.of(
          new Query(names, from, middle, step, divisions + 1),
          new Query(names, middle.plus(step), to, step, divisions + 1));
    }
  }

  /**
   * @param match labels that series must have, as between braces; "" for any
   */
  StoredMetrics(PageReader reader, Address address, String match) {
    this.reader = reader;
    this.address = address;
    this.match = match;
  }

  static String path(String base) {
    return base.endsWith(PATH) ? base : base + PATH;
  }

  /**
   * The oldest first.
   *
   * @throws RunException if the server can't be asked
   * @throws ConfigException if it does not take the question
   */
  List<Page> read(List<String> names, Instant from, Instant to) {
    long seconds = Math.max(1, Duration.between(from, to).toSeconds());
    long apart = Math.max(SHORTEST_STEP.toSeconds(), (seconds + MOMENTS - 1) / MOMENTS);
    Duration step = Duration.ofSeconds(apart);
    for (int i = 0; i < names.size(); i += NAMES_AT_ONCE) {
      ask(
          new Query(
              names.subList(i, Math.min(names.size(), i + NAMES_AT_ONCE)), from, to, step, 0));
    }
    var all = new ArrayList<Page>();
    pages.forEach((process, of) -> addAll(all, process, of));
    all.sort(Comparator.comparingLong(Page::millis));
    return all;
  }

  /** What is asked for more often than it was scraped is told again: that is no other page. */
  private static void addAll(List<Page> all, String process, Map<Long, StringBuilder> of) {
    var last = new String[] {""};
    of.forEach(
        (millis, text) -> {
          String page = text.toString();
          if (!page.equals(last[0])) {
            all.add(new StoredPage(process, millis, page));
            last[0] = page;
          }
        });
  }

  /** What was refused, and what was not read for that. */
  List<String> notes() {
    var notes = new ArrayList<String>();
    if (refused > 0) {
      notes.add(
          "the server refused %d queries as too large; they were made smaller".formatted(refused));
    }
    if (!unread.isEmpty()) {
      notes.add("could not be read, however small the query: " + String.join(", ", unread));
    }
    return notes;
  }

  private void ask(Query query) {
    Reply reply = reader.ask(address, HEADERS, body(query), MOST_ANSWER_BYTES).join();
    if (reply.status() == 200 && !reply.cut()) {
      read(reply.body());
      return;
    }
    if (reply.status() == 0) {
      throw new RunException("%s does not answer".formatted(address.name()));
    }
    if (reply.status() / 100 == 3 || List.of(400, 401, 403, 404, 405).contains(reply.status())) {
      String said = ErrorText.of(new String(reply.body(), StandardCharsets.UTF_8));
      throw new ConfigException(
          "can't ask %s: HTTP %d: %s; check --metrics, --match and target.auth"
              .formatted(
                  address.name(),
                  reply.status(),
                  said.substring(0, Math.min(MOST_SERVER_CHARS, said.length()))));
    }
    refused++;
    List<Query> smaller = query.smaller().toList();
    if (smaller.isEmpty()) {
      unread.addAll(query.names());
    }
    smaller.forEach(this::ask);
  }

  private static final Map<String, String> HEADERS =
      Map.of("Content-Type", "application/x-www-form-urlencoded", "Accept", "application/json");

  private byte[] body(Query query) {
    String selector =
        "{__name__=~\"%s\"%s}"
            .formatted(String.join("|", query.names()), match.isEmpty() ? "" : "," + match);
    var form = new LinkedHashMap<String, String>();
    form.put("query", selector);
    form.put("start", "" + query.from().getEpochSecond());
    form.put("end", "" + query.to().getEpochSecond());
    form.put("step", query.step().toSeconds() + "s");
    return form.entrySet().stream()
        .map(
            each ->
                each.getKey() + "=" + URLEncoder.encode(each.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"))
        .getBytes(StandardCharsets.UTF_8);
  }

  /** {@code {"data": {"result": [{"metric": {…}, "values": [[time, "value"], …]}, …]}}}. */
  private void read(byte[] json) {
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      while (parser.nextToken() != null) {
        if (parser.currentToken() == JsonToken.FIELD_NAME
            && parser.currentName().equals("metric")) {
          Map<String, String> labels = labels(parser);
          if (parser.nextToken() == JsonToken.FIELD_NAME && parser.currentName().equals("values")) {
            parser.nextToken();
            values(parser, labels);
          }
        }
      }
    } catch (IOException e) {
      throw new RunException(
          "%s answers what is no answer of Prometheus' API".formatted(address.name()), e);
    }
  }

  private static Map<String, String> labels(JsonParser parser) throws IOException {
    var labels = new TreeMap<String, String>();
    parser.nextToken();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      labels.put(name, parser.nextTextValue());
    }
    return labels;
  }

  private void values(JsonParser parser, Map<String, String> labels) throws IOException {
    String process = process(labels);
    String series = series(labels);
    TreeMap<Long, StringBuilder> of = pages.computeIfAbsent(process, name -> new TreeMap<>());
    while (parser.nextToken() == JsonToken.START_ARRAY) {
      parser.nextToken();
      long millis = Math.round(1e3 * parser.getDoubleValue());
      String value = parser.nextTextValue();
      parser.nextToken();
      bytes += series.length() + value.length() + 2;
      if (bytes > MOST_BYTES) {
        throw new RunException(
            "more than %d bytes of series are stored; name fewer processes: --match"
                .formatted(MOST_BYTES));
      }
      of.computeIfAbsent(millis, time -> new StringBuilder())
          .append(series)
          .append(' ')
          .append(value)
          .append('\n');
    }
  }

  private static String process(Map<String, String> labels) {
    String name = "";
    for (String naming : NAMING) {
      name = name.isEmpty() ? labels.getOrDefault(naming, "") : name;
    }
    String place =
        PLACING.stream()
            .map(label -> labels.getOrDefault(label, ""))
            .filter(value -> !value.isEmpty())
            .collect(Collectors.joining("/"));
    return place.isEmpty() ? name : place + "/" + name;
  }

  private static String series(Map<String, String> labels) {
    return labels.entrySet().stream()
        .filter(label -> !label.getKey().equals("__name__"))
        .map(label -> label.getKey() + "=\"" + escaped(label.getValue()) + '"')
        .collect(Collectors.joining(",", labels.getOrDefault("__name__", "") + "{", "}"));
  }

  private static String escaped(String value) {
    return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }
}
