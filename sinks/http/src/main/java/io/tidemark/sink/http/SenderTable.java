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
 * Reads the metrics page of a sender, which is a process that sends samples to a database. A table
 * says which metrics make up which quantity. For each kind of sender there is a subclass; {@link
 * java.util.ServiceLoader} finds those that have a constructor without arguments. Stateless.
 */
public class SenderTable {
  /**
   * A quantity that senders report. It is a counter since the process began, unless marked as a
   * gauge.
   */
  public enum Quantity {
    /** Gauge: the Unix time at which the process began. */
    START_SECONDS(true),
    CPU_SECONDS,
    /** Gauge: the cores that the process may use. */
    CORES(true),
    /** CPU time of the one thread that does all the work of a part of the sender. */
    THREAD_SECONDS,
    /** Attempts to send a request that were answered, or failed. */
    REQUESTS,
    /** Attempts that were throttled: turned away by a limit of the database or of a proxy. */
    TURNED_AWAY,
    /** Attempts that failed for any other reason. */
    FAILED,
    /** Requests that are not tried again: their samples are lost. */
    REQUESTS_DROPPED,
    /** Samples that were to be sent, the dropped ones included. */
    SAMPLES,
    /** Samples that were sent in vain, and are to be sent again. */
    SAMPLES_AGAIN,
    /** Samples that were to be sent, and never will be. */
    SAMPLES_DROPPED,
    BYTES,
    /** Time from a request's first byte to its answer, summed over all requests. */
    IN_FLIGHT_SECONDS,
    /** Gauge: the in-flight limit, in requests. */
    BOUND(true),
    /**
     * Time that a part had a request ready, but as many were in flight as {@link #BOUND} allows.
     */
    WAIT_SECONDS,
    /** Gauge: the bytes that wait to be sent. */
    PENDING_BYTES(true),
    /** Gauge: the Unix time of the newest sample that is to be sent. */
    NEWEST_SECONDS(true),
    /** Gauge: the Unix time of the newest sample that was sent. */
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
   * A row of the table: the values of one metric's samples are added up for a quantity. Further
   * rows may add to the same quantity; a row whose metric is not on the page adds nothing.
   *
   * @param by the labels whose values tell one part of the sender from another, e.g. its
   *     destinations
   * @param label the label that decides whether a sample counts; "" if every sample does
   * @param value the pattern that the whole value of {@code label} must match
   */
  public record Row(
      Quantity quantity, String metric, List<String> by, String label, Pattern value) {
    private static final Pattern ANY = Pattern.compile("");

    public static Row of(Quantity quantity, String metric, String... by) {
      return new Row(quantity, metric, List.of(by), "", ANY);
    }

    /** Returns this row for those samples only whose label has a value that the pattern matches. */
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
   * @param product what users call the sender
   * @param mark the beginning of a line that every page of this kind of sender has, and no other
   *     page
   * @param remedy how users let the sender have more requests in flight, in its own words
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

  /** Returns how users let the sender have more requests in flight, in its own words. */
  public final String remedy() {
    return remedy;
  }

  /**
   * Returns the PromQL expression of the first row of a quantity, for all processes; empty if there
   * is no row.
   */
  public final Optional<String> query(Quantity quantity) {
    return rows.stream()
        .filter(row -> row.quantity == quantity)
        .findFirst()
        .map(row -> quantity.gauge ? row.selector() : "rate(%s[5m])".formatted(row.selector()));
  }

  /**
   * Returns the names of the metrics that are read, for callers that ask a store of metrics for
   * them.
   */
  public final Set<String> metrics() {
    return rows.stream().map(Row::metric).collect(Collectors.toSet());
  }

  public final boolean isOf(byte[] page) {
    return MetricsText.has(page, mark);
  }

  /**
   * Returns the quantities that the page tells, for each part of the sender. A quantity that the
   * page does not tell is absent.
   */
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
