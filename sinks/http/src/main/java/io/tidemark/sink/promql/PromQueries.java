package io.tidemark.sink.promql;

import io.tidemark.series.Labels;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.http.Address;
import io.tidemark.sink.http.PageReader;
import io.tidemark.sink.query.Query;
import io.tidemark.sink.query.QueryClient;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * PromQL over the HTTP API of Prometheus. It sends GET requests to the paths of queries only; the
 * addresses take turns.
 */
public final class PromQueries implements QueryClient {
  private static final String RANGE = "/api/v1/query_range";
  private static final String INSTANT = "/api/v1/query";
  private static final String TOP = "/api/v1/status/top_queries";

  /**
   * The beginning of VictoriaMetrics' list of queries that is ordered by the time spent on them.
   */
  private static final String TOP_LIST = "\"topBySumDuration\":[";

  private static final Pattern TOP_QUERY = Pattern.compile("\"query\":\"((?:[^\"\\\\]|\\\\.)*)\"");
  private static final Pattern ESCAPE = Pattern.compile("\\\\(u([0-9a-fA-F]{4})|.)");

  /** A sample of a range vector: its time and, in quotes, its value. */
  private static final Pattern SAMPLE = Pattern.compile("\\[[\\d.eE+]+,\\s*\"([-+.\\deE]+)\"]");

  private static final String LONGER = "the answer is longer than queries.answer-bytes=%d";

  /** Makes the address of a call to one of the database's addresses. */
  public interface Paths {
    Address of(String path, String query);
  }

  private final List<Paths> addresses;
  private final PageReader reader;
  private final AtomicInteger next = new AtomicInteger();

  /**
   * @param target the target, for its credentials and TLS
   * @throws IllegalArgumentException if the target's settings can't be used
   */
  public PromQueries(TargetConfig target, List<Paths> addresses) {
    this.addresses = List.copyOf(addresses);
    this.reader = new PageReader(target);
  }

  @Override
  public CompletableFuture<Answer> ask(Query query, Bounds bounds) {
    return reader
        .begin(address(query), bounds.bytes(), bounds.timeout())
        .thenApply(
            reply ->
                new Answer(
                    reply.body().length,
                    reply.cut() ? LONGER.formatted(bounds.bytes()) : reply.failure()));
  }

  private Address address(Query query) {
    String expression = "query=" + encoded(query.expression());
    return query.stepMillis() == 0
        ? address(INSTANT, "%s&time=%s".formatted(expression, seconds(query.toMillis())))
        : address(
            RANGE,
            "%s&start=%s&end=%s&step=%s"
                .formatted(
                    expression,
                    seconds(query.fromMillis()),
                    seconds(query.toMillis()),
                    seconds(query.stepMillis())));
  }

  private Address address(String path, String query) {
    return addresses.get(Math.floorMod(next.getAndIncrement(), addresses.size())).of(path, query);
  }

  /** Returns Unix seconds with the milliseconds as decimals, as the API takes them. */
  private static String seconds(long millis) {
    return "%d.%03d".formatted(millis / 1_000, millis % 1_000);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @Override
  public List<String> top(int most) throws IOException {
    String page = get(TOP, "topN=%d".formatted(most));
    int begin = page.indexOf(TOP_LIST);
    if (begin < 0) {
      throw new IOException("the database keeps no list of its queries; name them");
    }
    // The list is cut where the next one begins, because a closing bracket may be part of a query.
    int end = page.indexOf("\"topBy", begin + 1);
    var found = new ArrayList<String>();
    Matcher each = TOP_QUERY.matcher(page.substring(begin, end < 0 ? page.length() : end));
    while (each.find() && found.size() < most) {
      found.add(unescaped(each.group(1)));
    }
    return found;
  }

  /**
   * Asks for a range vector, which both kinds of database answer with samples as they were written.
   * VictoriaMetrics answers other queries for the last half minute with older values, unless it is
   * told not to.
   */
  @Override
  public Optional<Stored> stored(Labels series) {
    String selector = selector(series);
    return Optional.of(
        (fromMillis, toMillis, bounds) ->
            reader
                .begin(
                    address(
                        INSTANT,
                        "query=%s&time=%s&nocache=1"
                            .formatted(
                                // The range excludes its lower end, so it begins a millisecond
                                // earlier.
                                encoded("%s[%dms]".formatted(selector, toMillis - fromMillis + 1)),
                                seconds(toMillis))),
                    bounds.bytes(),
                    bounds.timeout())
                .thenApply(PromQueries::values));
  }

  private static String selector(Labels series) {
    return series.toMap().entrySet().stream()
        .map(label -> "%s=\"%s\"".formatted(label.getKey(), inQuotes(label.getValue())))
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static String inQuotes(String value) {
    return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }

  private static double[] values(PageReader.Reply reply) {
    return reply.cut() || !reply.failure().isEmpty()
        ? new double[0]
        : SAMPLE
            .matcher(new String(reply.body(), StandardCharsets.UTF_8))
            .results()
            .mapToDouble(sample -> Double.parseDouble(sample.group(1)))
            .toArray();
  }

  private static String unescaped(String json) {
    return ESCAPE
        .matcher(json)
        .replaceAll(
            match ->
                Matcher.quoteReplacement(
                    match.group(2) != null
                        ? Character.toString(Integer.parseInt(match.group(2), 16))
                        : switch (match.group(1)) {
                          case "n", "r", "t" -> " ";
                          default -> match.group(1);
                        }));
  }

  private String get(String path, String query) throws IOException {
    byte[] page = reader.read(List.of(address(path, query))).get(0);
    return new String(page, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    reader.close();
  }
}
