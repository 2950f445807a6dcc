package io.tidemark.diagnose;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleConsumer;
import java.util.function.Supplier;

/**
 * Pages of processes that are told what they do: time passes, their counters grow, and all of them
 * are written down.
 */
final class GeneratedSite {
  private final Path folder;
  private final Map<String, Supplier<String>> pages = new TreeMap<>();
  private final Map<String, DoubleConsumer> clocks = new TreeMap<>();
  private Instant now = Instant.parse("2026-11-27T08:00:00Z");

  GeneratedSite(Path folder) {
    this.folder = folder;
  }

  /** A process that takes and stores writes, or, with links, one that hands them on. */
  static final class Database {
    double cores = 4;
    double slots = 8;
    double samplesPerSecond = 100_000;
    double requestsPerSecond = 20;
    double cpuShare = 0.3;
    double slotsTaken = 1;
    double noSlotFreePerSecond;
    double diskShare = 0.05;
    double slowShare = 0.001;
    double ioStalledShare = 0.01;
    double startSeconds = 1_795_000_000;
    boolean tellsStart = true;
    boolean tellsCpu = true;
    final Map<String, Double> linkShares = new TreeMap<>();
    private double samples = 1e9;
    private double requests = 1e6;
    private double cpu = 5000;
    private double noSlot = 100;
    private double disk = 200;
    private double slow = 1e6;
    private double ioStalled = 20;
    private final Map<String, Double> links = new TreeMap<>();

    void pass(double seconds) {
      samples += seconds * samplesPerSecond;
      requests += seconds * requestsPerSecond;
      cpu += seconds * cpuShare * cores;
      noSlot += seconds * noSlotFreePerSecond;
      disk += seconds * diskShare;
      slow += seconds * samplesPerSecond * slowShare;
      ioStalled += seconds * ioStalledShare;
      linkShares.forEach((link, share) -> links.merge(link, seconds * share, Double::sum));
    }

    void restart(double atSeconds) {
      startSeconds = atSeconds;
      samples = 0;
      requests = 0;
      cpu = 0;
      noSlot = 0;
      disk = 0;
      slow = 0;
      ioStalled = 0;
      links.clear();
    }

    String page() {
      var page = new StringBuilder();
      page.append("vm_app_version{version=\"victoria-metrics-20260801-000000-tags-v1.151.0\"} 1\n");
      if (tellsStart) {
        page.append("process_start_time_seconds ").append(startSeconds).append('\n');
      }
      if (tellsCpu) {
        page.append("process_cpu_seconds_total ").append(cpu).append('\n');
      }
      page.append("process_cpu_cores_available ").append(cores).append('\n');
      page.append("process_resident_memory_bytes 1e9\n");
      page.append("process_pressure_io_stalled_seconds_total ").append(ioStalled).append('\n');
      page.append("vm_concurrent_insert_current ").append(slotsTaken).append('\n');
      page.append("vm_concurrent_insert_capacity ").append(slots).append('\n');
      page.append("vm_concurrent_insert_limit_reached_total ").append(noSlot).append('\n');
      page.append("vm_concurrent_insert_limit_timeout_total 0\n");
      page.append("vm_http_requests_total{path=\"/api/v1/write\", protocol=\"promremotewrite\"} ")
          .append(requests)
          .append('\n');
      page.append("vm_rows_inserted_total{type=\"promremotewrite\"} ").append(samples).append('\n');
      if (linkShares.isEmpty()) {
        page.append("vm_rows_added_to_storage_total ").append(samples).append('\n');
        page.append("vm_slow_row_inserts_total ").append(slow).append('\n');
        page.append("vm_data_size_bytes{type=\"storage/small\"} 1e9\n");
        page.append("vm_filestream_write_duration_seconds_total ").append(disk).append('\n');
        page.append("vm_active_merges{type=\"storage/small\"} 1\n");
      }
      for (String link : linkShares.keySet()) {
        page.append("vm_rpc_send_duration_seconds_total{addr=\"")
            .append(link)
            .append("\"} ")
            .append(links.getOrDefault(link, 0.0))
            .append('\n');
      }
      return page.toString();
    }
  }

  /** A vmagent with one queue. */
  static final class Sender {
    double bound = 8;
    double inFlight = 1;
    double requestsPerSecond = 20;
    double samplesPerSecond = 100_000;
    double bytesPerSecond = 2e6;
    double pendingBytes;
    double turnedAwayPerSecond;
    double failedPerSecond;

    /** Of those that fail. */
    double droppedPerSecond;

    double coresUsed = 0.4;
    double cores = 4;
    private double seconds = 900;
    private double requests = 1e5;
    private double samples = 1e8;
    private double bytes = 1e9;
    private double turnedAway;
    private double failed;
    private double dropped;
    private double cpu = 100;

    void pass(double time) {
      seconds += time * inFlight;
      requests += time * requestsPerSecond;
      samples += time * samplesPerSecond;
      bytes += time * bytesPerSecond;
      turnedAway += time * turnedAwayPerSecond;
      failed += time * failedPerSecond;
      dropped += time * droppedPerSecond;
      cpu += time * coresUsed;
    }

    String page() {
      return """
      vm_app_version{version="vmagent-20260801-000000-tags-v1.151.0"} 1
      process_start_time_seconds 1795000001
      process_cpu_seconds_total %s
      process_cpu_cores_available %s
      vmagent_remotewrite_queues{url="1:secret-url"} %s
      vmagent_remotewrite_send_duration_seconds_total{url="1:secret-url"} %s
      vmagent_remotewrite_requests_total{url="1:secret-url", status_code="2XX"} %s
      vmagent_remotewrite_requests_total{url="1:secret-url", status_code="429"} %s
      vmagent_remotewrite_requests_total{url="1:secret-url", status_code="400"} %s
      vmagent_remotewrite_errors_total{url="1:secret-url"} 0
      vmagent_remotewrite_packets_dropped_total{url="1:secret-url"} %s
      vmagent_remotewrite_rows_pushed_after_relabel_total{path="/q/1",url="1:secret-url"} %s
      vmagent_remotewrite_bytes_sent_total{url="1:secret-url"} %s
      vmagent_remotewrite_pending_data_bytes{path="/q/1", url="1:secret-url"} %s
      """
          .formatted(
              cpu,
              cores,
              bound,
              seconds,
              requests,
              turnedAway,
              failed,
              dropped,
              samples,
              bytes,
              pendingBytes);
    }
  }

  void add(String name, Database database) {
    pages.put(name, database::page);
    clocks.put(name, database::pass);
  }

  void add(String name, Sender sender) {
    pages.put(name, sender::page);
    clocks.put(name, sender::pass);
  }

  void add(String name, Supplier<String> page) {
    pages.put(name, page);
  }

  void remove(String name) {
    pages.remove(name);
    clocks.remove(name);
  }

  Instant now() {
    return now;
  }

  void passUntil(String time) {
    pass(Duration.between(now, Instant.parse(time)).toSeconds());
  }

  double nowSeconds() {
    return now.getEpochSecond();
  }

  /** Lets time pass, and saves a page of each process every so often; the first at once. */
  void run(int pagesOfEach, double secondsApart) {
    for (int i = 0; i < pagesOfEach; i++) {
      pages.forEach((name, page) -> save(name, page.get()));
      pass(secondsApart);
    }
  }

  void pass(double seconds) {
    clocks.values().forEach(clock -> clock.accept(seconds));
    now = now.plusMillis(Math.round(1e3 * seconds));
  }

  void save(String name, String page) {
    try {
      Files.writeString(folder.resolve(PageFolder.name(name, now)), page);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  Path folder() {
    return folder;
  }
}
