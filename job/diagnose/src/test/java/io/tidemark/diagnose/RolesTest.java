package io.tidemark.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.diagnose.Diagnosis.Process;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who is who, by what series are on a page. */
class RolesTest {
  @TempDir Path folder;

  private final GeneratedSite.Database database = new GeneratedSite.Database();
  private GeneratedSite site;

  @BeforeEach
  void start() {
    site = new GeneratedSite(folder);
  }

  private Diagnosis diagnose(String... databases) {
    return Diagnose.pages(folder, List.of(databases));
  }

  /** Seconds since the first page. */
  private double passed() {
    return site.nowSeconds() - 1_795_766_400;
  }

  /** One that has a storage of its own, and sends 100 k samples/s. */
  private String prometheus() {
    double seconds = passed();
    String queue = "{remote_name=\"a\",url=\"http://db/api/v1/write\"}";
    return """
    prometheus_build_info{version="3.16.0"} 1
    process_cpu_seconds_total %1$s
    go_sched_gomaxprocs_threads 4
    process_start_time_seconds 1795000000
    prometheus_tsdb_head_samples_appended_total{type="float"} %2$s
    prometheus_remote_storage_shards%3$s 2
    prometheus_remote_storage_shards_max%3$s 50
    prometheus_remote_storage_samples_total%3$s %2$s
    prometheus_remote_storage_bytes_total%3$s %2$s
    prometheus_remote_storage_sent_batch_duration_seconds_sum%3$s %4$s
    prometheus_remote_storage_sent_batch_duration_seconds_count%3$s %5$s
    prometheus_remote_storage_queue_highest_timestamp_seconds%3$s %6$s
    prometheus_remote_storage_queue_highest_sent_timestamp_seconds%3$s %6$s
    """
        .formatted(
            0.4 * seconds,
            100_000 * seconds,
            queue,
            1.5 * seconds,
            20 * seconds,
            site.nowSeconds());
  }

  private static String role(Diagnosis told, String process) {
    return told.processes().stream()
        .filter(each -> each.name().equals(process))
        .map(Process::role)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aPrometheusThatSendsIsASender() {
    site.add("db", database);
    site.add("prom", this::prometheus);
    site.run(9, 15);

    Diagnosis told = diagnose();

    assertThat(role(told, "prom")).isEqualTo("sends");
    assertThat(told.parts().get(0).sendersInFlight()).isBetween(1.4, 1.6);
    assertThat(told.parts().get(0).behind()).isFalse();
  }

  @Test
  void aPrometheusThatIsNamedIsTheDatabase() {
    site.add("prom", this::prometheus);
    site.run(9, 15);

    Diagnosis told = diagnose("prom");

    assertThat(role(told, "prom")).isEqualTo("takes and stores writes");
    assertThat(told.processes().get(0).product()).isEqualTo("prometheus");
    assertThat(told.parts().get(0).databaseCpuShare()).isBetween(0.09, 0.11);
  }

  /** As Flink's Prometheus reporter writes it: two subtasks, one of which does most. */
  @Test
  void aJobOfOursIsASenderWithABusiestThread() {
    site.add("db", database);
    site.add("job", this::job);
    site.run(9, 15);

    Diagnosis told = diagnose();

    assertThat(role(told, "job")).isEqualTo("sends");
    assertThat(told.parts().get(0).sendersInFlight()).isBetween(3.9, 4.1);
    assertThat(told.parts().get(0).behind()).as("it waits for permits 90 % of the time").isTrue();
  }

  private String job() {
    var page = new StringBuilder();
    for (int subtask = 0; subtask < 2; subtask++) {
      String labels = "{task_name=\"write\",subtask_index=\"%d\"".formatted(subtask);
      line(page, "in_flight_batch_seconds_total", labels, 2);
      line(page, "permit_wait_seconds_total", labels, 0.9);
      line(page, "samples_written_total", labels, 50_000);
      line(page, "sent_bytes_total", labels, 1e6);
      line(page, "task_cpu_seconds_total", labels, subtask == 0 ? 0.8 : 0.1);
      line(page, "outcome_requests_total", labels + ",outcome=\"ok\"", 10);
      page.append("flink_taskmanager_job_task_operator_tidemark_in_flight_bound_batches")
          .append(labels)
          .append("} 2\n");
    }
    return page.toString();
  }

  private void line(StringBuilder page, String metric, String labels, double perSecond) {
    page.append(
        String.format(
            Locale.ROOT,
            "flink_taskmanager_job_task_operator_tidemark_%s%s} %s%n",
            metric,
            labels,
            perSecond * passed()));
  }

  /** Of a process that does not tell its own. */
  @Test
  void aHostTellsTheCpuOfAllThatRunsOnIt() {
    database.tellsCpu = false;
    site.add("db", database);
    site.add("node", this::node);
    site.run(9, 15);

    Diagnosis told = diagnose();

    assertThat(role(told, "node")).isEqualTo("a host");
    assertThat(told.parts().get(0).databaseCpuShare()).isBetween(0.49, 0.51);
    assertThat(told.warnings()).anyMatch(each -> each.contains("all that runs on node"));
  }

  /** One of two cores is busy. */
  private String node() {
    return """
    node_cpu_seconds_total{cpu="0",mode="user"} %1$s
    node_cpu_seconds_total{cpu="0",mode="idle"} 0
    node_cpu_seconds_total{cpu="1",mode="user"} 0
    node_cpu_seconds_total{cpu="1",mode="idle"} %1$s
    """
        .formatted(passed());
  }

  /** What only reads is of no account, and is said to be. */
  @Test
  void whatNeitherTakesNorStoresIsLeftOut() {
    site.add("db", database);
    site.add(
        "select",
        () -> "vm_app_version{version=\"vmselect-v1.151.0\"} 1\nprocess_cpu_seconds_total 5\n");
    site.run(9, 15);

    Diagnosis told = diagnose();

    assertThat(role(told, "select")).isEqualTo("neither takes, stores nor sends writes: left out");
    assertThat(told.parts().get(0).samplesPerSecond()).isBetween(99_000.0, 101_000.0);
  }
}
