package io.tidemark.benchmarks.lab.score;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.benchmarks.lab.score.UseRule.Resource;
import java.util.List;

/** Reads the resources of a window from a report, for {@link UseRule}. */
public final class UseReadings {
  private UseReadings() {}

  /**
   * @param window window of a report's step, or of a watch
   */
  public static List<Resource> of(JsonNode window) {
    JsonNode database = window.path("database");
    JsonNode job = window.path("job");
    JsonNode host = window.path("host");
    JsonNode requests = window.path("requests");
    JsonNode flight = window.path("inFlight");
    double calls = window.path("throughput").path("callsPerSecond").asDouble();
    boolean shared = host.path("shared").asBoolean();
    return List.of(
        new Resource(
            "TSDB_CPU", number(database, "cpuShare"), number(database, "cpuWaitingShare"), null),
        new Resource(
            "TSDB_SLOTS",
            ratio(number(database, "slotsInUse"), number(database, "slots")),
            ratio(number(database, "slotLimitPerSecond"), calls),
            null),
        new Resource(
            "TSDB_STORAGE",
            most(number(database, "linkShare"), number(database, "diskShare")),
            number(database, "ioStalledShare"),
            null),
        new Resource(
            "HOST_CPU",
            shared ? ratio(number(host, "busyCores"), number(host, "cores")) : null,
            null,
            null),
        new Resource("JOB_CPU", ratio(number(job, "cpuCores"), number(job, "cores")), null, null),
        new Resource("JOB_GC", null, number(job, "gcShare"), null),
        // The rate of a line is unknown, but the time in which bytes wait to be acknowledged is
        // not.
        new Resource("NETWORK", null, number(flight, "unacknowledgedShare"), null),
        new Resource("JOB_IN_FLIGHT", null, number(flight, "permitWaitShare"), null),
        new Resource("TSDB_REJECTING", null, null, number(requests, "throttledShare")),
        new Resource("GATEWAY", null, null, number(requests, "failedShare")));
  }

  private static Double number(JsonNode of, String name) {
    return of.path(name).isNumber() ? of.path(name).doubleValue() : null;
  }

  private static Double ratio(Double part, Double whole) {
    return part == null || whole == null || whole <= 0 ? null : Math.min(1, part / whole);
  }

  private static Double most(Double one, Double other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return Math.max(one, other);
  }
}
