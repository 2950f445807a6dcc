package io.tidemark.diagnose;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.tidemark.job.config.ConfigException;
import io.tidemark.measure.Time;
import io.tidemark.process.RunException;
import io.tidemark.sink.client.ErrorText;
import io.tidemark.sink.http.Address;
import io.tidemark.sink.http.MetricsText.Sample;
import io.tidemark.sink.http.PageReader;
import io.tidemark.sink.http.PageReader.Reply;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes the pages that processes showed from what a server with Prometheus' API has stored of them.
 * Queries are bounded, and one that the server refuses is divided. It reads, and writes nothing.
 * Not thread-safe.
 */
final class StoredMetrics {
  private static final String PATH = "/api/v1/query_range";

  /** The most moments of a range: more would show no more. */
  private static final int MOMENTS = 240;

  private static final Duration SHORTEST_STEP = Duration.ofSeconds(5);
  private static final int NAMES_AT_ONCE = 16;
  private static final int MOST_ANSWER_BYTES = 32 << 20;

  /** The most bytes of all pages together. */
  private static final long MOST_BYTES = 256L << 20;

  /** A range that is refused is halved so many times, and not further. */
  private static final int MOST_DIVISIONS = 4;

  private static final int MOST_SERVER_CHARS = 200;

  /** The most queries, because a server that refuses is not asked for ever. */
  private static final int MOST_QUERIES = 400;

  private static final Duration MOST_TIME = Duration.ofMinutes(2);

  /** So many queries without an answer are enough if none was answered before. */
  private static final int MOST_SILENCE = 3;

  /** So many refusals are enough if no query was answered before. */
  private static final int MOST_REFUSALS = 12;

  /** Labels of scrapers that name a process; the first one counts that a series has. */
  private static final List<String> NAMING = List.of("pod", "instance");

  /** Labels of scrapers that tell processes of the same name apart. */
  private static final List<String> PLACING = List.of("cluster", "namespace", "job", "container");

  private final PageReader reader;
  private final Address address;
  private final String match;
  private final Map<String, TreeMap<Long, StringBuilder>> pages = new TreeMap<>();

  /** When a page was scraped, by process and queried moment; Unix times in milliseconds. */
  private final Map<String, TreeMap<Long, Long>> shown = new TreeMap<>();

  private final Set<String> unread = new TreeSet<>();
  private final Time time;
  private final long begunNanos;
  private long bytes;
  private int asked;
  private int answered;
  private int silent;
  private int refused;

  /** A metric that nearly every process has; its query tells when pages were scraped. */
  private static final String TIMED = "process_start_time_seconds";

  private static final String SHOWN = "timestamp(" + TIMED + ")";

  /** A page that is made of stored series. */
  private record StoredPage(String process, long millis, String text) implements ProcessPage {
    @Override
    public byte[] read() {
      return text.getBytes(StandardCharsets.UTF_8);
    }
  }

  /**
   * A query for some metrics in a range of time.
   *
   * @param divisions how often its range was halved
   */
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
   * @param match matchers that the labels of series must fit, as between braces; "" for any
   */
  StoredMetrics(PageReader reader, Address address, String match, Time time) {
    this.reader = reader;
    this.address = address;
    this.match = match;
    this.time = time;
    this.begunNanos = time.nanos();
  }

  /**
   * @throws IllegalArgumentException if the URL can't be asked
   */
  static Address address(URI url) {
    return Address.ending("--metrics", url, PATH);
  }

  /**
   * Returns the pages of all processes, the oldest first.
   *
   * @throws RunException if the server does not answer, or refuses everything as too large
   * @throws ConfigException if it does not accept such queries
   */
  List<ProcessPage> read(List<String> names, Instant from, Instant to) {
    long seconds = Math.max(1, Duration.between(from, to).toSeconds());
    long apart = Math.max(SHORTEST_STEP.toSeconds(), (seconds + MOMENTS - 1) / MOMENTS);
    Duration step = Duration.ofSeconds(apart);
    var queries = new ArrayDeque<Query>();
    for (int i = 0; i < names.size(); i += NAMES_AT_ONCE) {
      queries.add(
          new Query(
              names.subList(i, Math.min(names.size(), i + NAMES_AT_ONCE)), from, to, step, 0));
    }
    queries.add(new Query(List.of(SHOWN), from, to, step, 0));
    while (!queries.isEmpty()) {
      ask(queries.remove(), queries);
    }
    var all = new ArrayList<ProcessPage>();
    pages.forEach(
        (process, of) -> addAll(all, process, of, shown.getOrDefault(process, new TreeMap<>())));
    all.sort(Comparator.comparingLong(ProcessPage::millis));
    return all;
  }

  /**
   * Adds the pages of a process. A page that was queried more often than it was scraped comes
   * again, and is added once.
   *
   * @param shown by queried moment, when that page was scraped; otherwise the moment itself counts
   */
  private static void addAll(
      List<ProcessPage> all,
      String process,
      Map<Long, StringBuilder> of,
      NavigableMap<Long, Long> shown) {
    var last = new String[] {""};
    var lastMillis = new long[] {Long.MIN_VALUE};
    of.forEach(
        (moment, text) -> {
          String page = text.toString();
          long millis = shown.getOrDefault(moment, moment);
          if (millis > lastMillis[0] && !page.equals(last[0])) {
            all.add(new StoredPage(process, millis, page));
            last[0] = page;
            lastMillis[0] = millis;
          }
        });
  }

  /** Returns notes about refused queries, and the metrics that were not read because of that. */
  List<String> notes() {
    var notes = new ArrayList<String>();
    if (refused > 0) {
      notes.add(
          "the server refused %d queries as too large; they were made smaller".formatted(refused));
    }
    if (!unread.isEmpty()) {
      notes.add(
          "could not be read, however small the query, or in %d s: %s"
              .formatted(MOST_TIME.toSeconds(), String.join(", ", unread)));
    }
    return notes;
  }

  /**
   * @param next the queries to come, to which smaller ones are added
   */
  private void ask(Query query, Queue<Query> next) {
    if (asked == MOST_QUERIES || time.nanos() - begunNanos > MOST_TIME.toNanos()) {
      unread.addAll(query.names());
      return;
    }
    asked++;
    Reply reply = reader.ask(address, HEADERS, body(query), MOST_ANSWER_BYTES).join();
    if (reply.status() == 200 && !reply.cut()) {
      answered++;
      read(reply.body());
      return;
    }
    if (reply.status() / 100 == 3 || List.of(400, 401, 403, 404, 405).contains(reply.status())) {
      throw new ConfigException(
          "can't ask %s: %s; check --metrics, --match and target.auth"
              .formatted(address.name(), said(reply)));
    }
    silent += reply.status() == 0 ? 1 : 0;
    refused++;
    List<Query> smaller = query.smaller().toList();
    if (answered == 0 && (silent == MOST_SILENCE || refused == MOST_REFUSALS)) {
      throw new RunException(
          "%s %s"
              .formatted(
                  address.name(),
                  reply.status() == 0 ? "does not answer" : "refuses everything: " + said(reply)));
    }
    if (smaller.isEmpty()) {
      unread.addAll(query.names());
    }
    next.addAll(smaller);
  }

  private static String said(Reply reply) {
    String said = ErrorText.of(new String(reply.body(), StandardCharsets.UTF_8));
    return "HTTP %d: %s"
        .formatted(reply.status(), said.substring(0, Math.min(MOST_SERVER_CHARS, said.length())));
  }

  private static final Map<String, String> HEADERS =
      Map.of("Content-Type", "application/x-www-form-urlencoded", "Accept", "application/json");

  private byte[] body(Query query) {
    String labels = match.isEmpty() ? "" : "," + match;
    String selector =
        query.names().contains(SHOWN)
            ? "timestamp({__name__=\"%s\"%s})".formatted(TIMED, labels)
            : "{__name__=~\"%s\"%s}".formatted(String.join("|", query.names()), labels);
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
    String name = Objects.requireNonNullElse(labels.remove("__name__"), "");
    while (parser.nextToken() == JsonToken.START_ARRAY) {
      parser.nextToken();
      long millis = Math.round(1e3 * parser.getDoubleValue());
      String value = parser.nextTextValue();
      parser.nextToken();
      if (name.isEmpty()) {
        shown
            .computeIfAbsent(process, whose -> new TreeMap<>())
            .put(millis, Math.round(1e3 * Double.parseDouble(value)));
        continue;
      }
      String line = new Sample(name, labels, value) + "\n";
      bytes += line.length();
      if (bytes > MOST_BYTES) {
        throw new RunException(
            "more than %d bytes of series are stored; name fewer processes: --match"
                .formatted(MOST_BYTES));
      }
      pages
          .computeIfAbsent(process, whose -> new TreeMap<>())
          .computeIfAbsent(millis, time -> new StringBuilder())
          .append(line);
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
}
