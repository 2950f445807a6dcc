package io.tidemark.sink.http;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What the page of a process tells that sends samples to a database, as a table. Whoever has such a
 * process has a subclass without arguments, which {@link java.util.ServiceLoader} finds. Stateless.
 */
public class SenderTable {
  /** Since the process began, unless marked as a gauge. */
  public enum Quantity {
    /** Unix time; a gauge. */
    START_SECONDS(true),
    CPU_SECONDS,
    /** That the process may use; a gauge. */
    CORES(true),
    /** Of one thread that does all of its part. */
    THREAD_SECONDS,
    /** Attempts that were answered, or failed. */
    REQUESTS,
    /** Of these, by who has a limit. */
    TURNED_AWAY,
    /** Of these, for whatever other reason. */
    FAILED,
    /** Of these, that are not made again: their samples are lost. */
    REQUESTS_DROPPED,
    /** That were to be sent, the dropped ones among them. */
    SAMPLES,
    /** That were sent, and are to be sent again. */
    SAMPLES_AGAIN,
    /** That were to be sent, and never will be. */
    SAMPLES_DROPPED,
    BYTES,
    /** Of all requests, from their first byte to their answer. */
    IN_FLIGHT_SECONDS,
    /** Requests in flight, at most; a gauge. */
    BOUND(true),
    /** Of one that had a request ready, and everything that the bound allows in flight. */
    WAIT_SECONDS,
    /** What is to be sent yet; a gauge. */
    PENDING_BYTES(true),
    /** Unix time of the newest sample that is to be sent; a gauge. */
    NEWEST_SECONDS(true),
    /** Unix time of the newest sample that was sent; a gauge. */
    SENT_SECONDS(true);

    private final boolean gauge;

    Quantity() {
      this(false);
    }

    Quantity(boolean gauge) {
      this.gauge = gauge;
    }
  }

  /**
   * A row: samples of a metric are added up for a quantity. Of several rows of one quantity and
   * metric all count; of several metrics for one quantity those that are on the page.
   *
   * @param by labels whose values tell one part from another, e.g. the destination
   * @param label that must have a value like this; "" for any sample
   */
  public record Row(
      Quantity quantity, String metric, List<String> by, String label, Pattern value) {
    private static final Pattern ANY = Pattern.compile("");

    public static Row of(Quantity quantity, String metric, String... by) {
      return new Row(quantity, metric, List.of(by), "", ANY);
    }

    /** Only of samples whose label has a value like this. */
    public Row where(String label, String value) {
      return new Row(quantity, metric, by, label, Pattern.compile(value));
    }

    private String selector() {
      return label.isEmpty() ? metric : "%s{%s=~\"%s\"}".formatted(metric, label, value);
    }

    private boolean counts(Map<String, String> labels) {
      return label.isEmpty() || value.matcher(labels.getOrDefault(label, "")).matches();
    }

    private String part(Map<String, String> labels) {
      return by.stream()
          .map(name -> labels.getOrDefault(name, ""))
          .collect(Collectors.joining("/"));
    }
  }

  private final String product;
  private final String mark;
  private final List<Row> rows;
  private final String remedy;

  /**
   * @param product what users call it
   * @param mark with which the name of a metric begins that every page of it has, and no other
   * @param remedy how it is made to have more requests in flight, in its own words
   */
  protected SenderTable(String product, String mark, List<Row> rows, String remedy) {
    this.product = product;
    this.mark = mark;
    this.rows = List.copyOf(rows);
    this.remedy = remedy;
  }

  public final String product() {
    return product;
  }

  /** How it is made to have more requests in flight, in its own words. */
  public final String remedy() {
    return remedy;
  }

  /** How Prometheus' query language asks for a quantity, of all processes; empty if it can't. */
  public final Optional<String> query(Quantity quantity) {
    return rows.stream()
        .filter(row -> row.quantity == quantity)
        .findFirst()
        .map(row -> quantity.gauge ? row.selector() : "rate(%s[5m])".formatted(row.selector()));
  }

  /** Names of the metrics that are read, for who asks for them where they are stored. */
  public final Set<String> metrics() {
    return rows.stream().map(Row::metric).collect(Collectors.toSet());
  }

  public final boolean isOf(byte[] page) {
    return MetricsText.has(page, mark);
  }

  /** By part, what the page tells of it. What it does not tell is not there. */
  public final Map<String, Map<Quantity, Double>> read(byte[] page) {
    var read = new TreeMap<String, Map<Quantity, Double>>();
    MetricsText.parse(
        page,
        metrics(),
        (metric, labels, value) ->
            rows.stream()
                .filter(row -> row.metric.equals(metric) && row.counts(labels))
                .forEach(
                    row ->
                        read.computeIfAbsent(
                                row.part(labels), part -> new EnumMap<>(Quantity.class))
                            .merge(row.quantity, value, Double::sum)));
    return read;
  }
}
