package io.tidemark.benchmarks.codec;

import io.tidemark.series.Labels;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Series as large as those of TSBS' cpu-only workload: ten metrics per host, with {@code __name__}
 * and ten tags.
 */
public final class DevopsSeries {
  private static final String[] METRICS = {
    "user", "system", "idle", "nice", "iowait", "irq", "softirq", "steal", "guest", "guest_nice"
  };
  private static final String[] REGIONS = {"us-east-1", "eu-west-1", "ap-southeast-2", "sa-east-1"};
  private static final String[] TEAMS = {"SF", "NYC", "LON", "CHI"};

  private DevopsSeries() {}

  /**
   * @param count number of labels: the first of those below, and further ones if it is larger
   */
  public static Labels series(int index, int count) {
    int host = index / METRICS.length;
    String region = REGIONS[host % REGIONS.length];
    Map<String, String> labels = new LinkedHashMap<>();
    labels.put("__name__", "cpu_usage_" + METRICS[index % METRICS.length]);
    labels.put("hostname", "host_" + host);
    labels.put("arch", host % 3 == 0 ? "x86" : "x64");
    labels.put("datacenter", region + (char) ('a' + host % 3));
    labels.put("os", host % 2 == 0 ? "Ubuntu16.10" : "Ubuntu15.10");
    labels.put("rack", Integer.toString(host % 100));
    labels.put("region", region);
    labels.put("service", Integer.toString(host % 20));
    labels.put("service_environment", host % 5 == 0 ? "production" : "staging");
    labels.put("service_version", Integer.toString(host % 2));
    labels.put("team", TEAMS[host % TEAMS.length]);
    for (int i = labels.size(); i < count; i++) {
      labels.put("extra_" + i, "value_" + i);
    }
    labels.keySet().retainAll(List.copyOf(labels.keySet()).subList(0, count));
    return Labels.of(labels);
  }
}
