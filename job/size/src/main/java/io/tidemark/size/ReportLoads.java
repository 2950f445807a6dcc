package io.tidemark.size;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.job.config.ConfigException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Reads the loads from a report of {@code run}, {@code ceiling} or {@code ab}. Pure. */
public final class ReportLoads {
  private static final double SECONDS_A_MINUTE = 60;
  private static final double MILLION = 1e6;

  private final String name;

  private ReportLoads(String name) {
    this.name = name;
  }

  /**
   * Returns the loads of a report, each once.
   *
   * @param name name of the report for error messages
   * @param side side of a comparison: A or B
   * @throws ConfigException if it is no report, or has impossible values
   */
  public static List<Observed> of(String name, JsonNode report, String side) {
    var loads = new ReportLoads(name);
    List<Observed> found;
    if (report.has("samplesAcked")) {
      found = List.of(loads.run(report));
    } else if (report.has("measures")) {
      found = loads.comparison(report, side);
    } else if (report.has("steps")) {
      found = loads.search(report);
    } else {
      throw loads.wrong("is no report of run, ceiling or ab");
    }
    if (found.isEmpty()) {
      throw loads.wrong("has no valid load");
    }
    return found;
  }

  /**
   * Reads a run. Its count of samples may include those before a savepoint, so the number is
   * computed from the rate.
   */
  private Observed run(JsonNode report) {
    double seconds = positive(report, "seconds");
    double samples = seconds * positive(report, "samplesPerSecond");
    JsonNode series = report.path("series");
    JsonNode store = report.path("store");
    Double active = number(series, "active");
    Double newPerMinute = number(series, "newPerMinute");
    return new Observed(
        name,
        seconds,
        samples,
        active,
        active == null
            ? null
            : Double.valueOf(
                active + (newPerMinute == null ? 0 : newPerMinute * seconds / SECONDS_A_MINUTE)),
        number(store, "cpuSeconds"),
        number(store, "residentBytes"),
        number(store, "diskBytes"),
        samples * positive(report, "bytesSent") / positive(report, "samplesAcked"));
  }

  /** Reads each valid run of that side. */
  private List<Observed> comparison(JsonNode report, String side) {
    var found = new ArrayList<Observed>();
    for (JsonNode run : report.path("runs")) {
      boolean valid = run.path("invalid").isEmpty() && run.path("arm").asText().equals(side);
      Double cpu = number(run, "storeCpuSecondsPerMillionSamples");
      Double seconds = number(run, "seconds");
      Double rate = number(run, "samplesPerSecond");
      if (valid && seconds != null && seconds > 0 && rate != null && rate > 0) {
        double samples = seconds * rate;
        found.add(
            new Observed(
                name,
                seconds,
                samples,
                null,
                null,
                cpu == null ? null : Double.valueOf(cpu * samples / MILLION),
                null,
                null,
                null));
      }
    }
    return found;
  }

  /** Reads the rows of a search by series, or else each step of a ramp, or else the plateau. */
  private List<Observed> search(JsonNode report) {
    JsonNode rows = report.path("series").path("rows");
    if (!rows.isEmpty()) {
      return each(rows, row -> row.path("carried").asBoolean()).map(this::row).toList();
    }
    JsonNode steps = report.path("steps");
    for (String phase : List.of("ramp", "verify", "sweep")) {
      List<Observed> found =
          each(steps, step -> step.path("phase").asText().equals(phase))
              .map(step -> step.path("window"))
              .filter(window -> window.path("invalid").isEmpty())
              .map(window -> window(window, series(report)))
              .toList();
      if (!found.isEmpty()) {
        return phase.equals("ramp") ? found : List.of(mean(found));
      }
    }
    return List.of();
  }

  private static Stream<JsonNode> each(JsonNode array, Predicate<JsonNode> which) {
    return StreamSupport.stream(array.spliterator(), false).filter(which);
  }

  private Observed row(JsonNode row) {
    double rate = positive(row, "samplesPerSecond");
    Double fresh = number(row, "newPerMinute");
    return new Observed(
        name,
        1,
        rate,
        number(row, "series"),
        fresh == null ? null : Double.valueOf(fresh / SECONDS_A_MINUTE),
        number(row, "cpuCores"),
        number(row, "residentBytes"),
        null,
        null);
  }

  /** Returns the number of series including copies; null unless a generator wrote them. */
  private Double series(JsonNode report) {
    JsonNode configuration = report.path("configuration");
    try {
      return configuration.has("source.datagen.series")
          ? Double.valueOf(
              Double.parseDouble(configuration.path("source.datagen.series").asText())
                  * Double.parseDouble(configuration.path("amplify.n").asText("1")))
          : null;
    } catch (NumberFormatException e) {
      throw wrong("has a configuration whose number of series is no number");
    }
  }

  private Observed window(JsonNode window, Double series) {
    JsonNode database = window.path("database");
    JsonNode throughput = window.path("throughput");
    double seconds = positive(window, "seconds");
    double samples = seconds * positive(throughput, "samplesPerSecond");
    Double share = number(database, "newSeriesShare");
    Double cores = number(database, "cpuCoresUsed");
    Double sent = number(throughput, "sentBytesPerSecond");
    return new Observed(
        name,
        seconds,
        samples,
        series,
        share == null ? null : Double.valueOf(share * samples),
        cores == null ? null : Double.valueOf(cores * seconds),
        number(database, "residentBytes"),
        null,
        sent == null ? null : Double.valueOf(sent * seconds));
  }

  /**
   * Returns the mean of windows, because those of one plateau are not independent, and count as one
   * load.
   */
  private static Observed mean(List<Observed> windows) {
    return new Observed(
        windows.get(0).report(),
        total(windows, Observed::seconds),
        total(windows, Observed::samples),
        windows.get(0).series(),
        total(windows, Observed::newSeries),
        total(windows, Observed::cpuSeconds),
        weighted(windows),
        null,
        total(windows, Observed::sentBytes));
  }

  /** Returns the sum; null if a window lacks the value. */
  private static Double total(List<Observed> windows, Function<Observed, Double> amount) {
    return windows.stream().allMatch(window -> amount.apply(window) != null)
        ? Double.valueOf(windows.stream().mapToDouble(amount::apply).sum())
        : null;
  }

  private static Double weighted(List<Observed> windows) {
    Double bytes =
        total(
            windows,
            window ->
                window.residentBytes() == null
                    ? null
                    : Double.valueOf(window.residentBytes() * window.seconds()));
    return bytes == null ? null : Double.valueOf(bytes / total(windows, Observed::seconds));
  }

  private double positive(JsonNode parent, String field) {
    Double value = number(parent, field);
    if (value == null || value == 0) {
      throw wrong("lacks %s, or it is 0".formatted(field));
    }
    return value;
  }

  /** Returns the number; null if the field is missing. */
  private Double number(JsonNode parent, String field) {
    JsonNode value = parent.path(field);
    if (value.isMissingNode() || value.isNull()) {
      return null;
    }
    double number = value.asDouble();
    if (!value.isNumber() || !(number >= 0 && number <= 1e18)) {
      throw wrong("has %s, which is no number from 0 to 10^18".formatted(field));
    }
    return number;
  }

  private ConfigException wrong(String why) {
    return new ConfigException("%s %s".formatted(name, why));
  }
}
