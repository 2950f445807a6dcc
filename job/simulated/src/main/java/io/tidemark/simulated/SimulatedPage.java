package io.tidemark.simulated;

/**
 * The /metrics page of a simulated database, in the names of VictoriaMetrics 1.150: of a single
 * node, or of a vminsert where the storage is behind a link. It tells what is simulated, not what
 * the simulation itself uses. Pure.
 */
final class SimulatedPage {
  private static final String LINK = "name=\"vminsert\", addr=\"storage:8400\"";

  private SimulatedPage() {}

  static String text(
      Behaviour behaviour, Simulation.Counters counters, long rows, long startSeconds) {
    boolean isCluster = !behaviour.storageTime().isZero();
    var page = new StringBuilder(2_000);
    String kind = isCluster ? "vminsert" : "victoria-metrics";
    line(page, "vm_app_version{version=\"" + kind + "-tags-v1.150.0-simulated\"}", 1);
    line(page, "process_start_time_seconds", startSeconds);
    line(page, "process_cpu_seconds_total", counters.cpuSeconds());
    line(page, "process_cpu_cores_available", behaviour.cpu().cores());
    line(page, "go_gomaxprocs", Math.max(1, Math.ceil(behaviour.cpu().cores())));
    line(page, "process_pressure_cpu_waiting_seconds_total", counters.cpuWaitingSeconds());
    line(page, "vm_concurrent_insert_current", counters.slotsInUse());
    line(page, "vm_concurrent_insert_capacity", behaviour.slots().count());
    line(page, "vm_concurrent_insert_limit_reached_total", counters.limitReached());
    line(page, "vm_concurrent_insert_limit_timeout_total", counters.limitTimeouts());
    line(page, "vm_rows_inserted_total{type=\"promremotewrite\"}", rows);
    line(
        page,
        "flag{name=\"maxConcurrentInserts\", value=\"%d\", is_set=\"true\"}"
            .formatted(behaviour.slots().count()),
        1);
    int readOnly = behaviour.refusals().readOnly() ? 1 : 0;
    if (isCluster) {
      line(page, "vm_rpc_send_duration_seconds_total{" + LINK + "}", counters.storageSeconds());
      line(page, "vm_rpc_vmstorage_is_read_only{" + LINK + "}", readOnly);
    } else {
      line(page, "vm_rows_ignored_total{reason=\"big_timestamp\"}", 0);
      line(page, "vm_slow_row_inserts_total", 0);
      line(page, "vm_new_timeseries_created_total", 0);
      line(page, "vm_storage_is_read_only{path=\"simulated\"}", readOnly);
    }
    return page.toString();
  }

  private static void line(StringBuilder page, String name, double value) {
    page.append(name).append(' ').append(value).append('\n');
  }
}
