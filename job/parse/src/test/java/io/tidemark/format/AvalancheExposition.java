package io.tidemark.format;

import java.util.Random;

/**
 * Pages like those that Prometheus' load generator Avalanche (github.com/prometheus-community/
 * avalanche, README) exposes: long names, ten labels, each kind of metric; with the time of the
 * scrape behind each sample, as a page has it that was federated.
 */
public final class AvalancheExposition {
  private static final int LABELS = 10;
  private static final String[] BOUNDS = {"0.005", "0.1", "1", "10", "+Inf"};

  private final Random random = new Random(15);
  private final StringBuilder page = new StringBuilder();
  private final long timestampMillis;

  private AvalancheExposition(long timestampMillis) {
    this.timestampMillis = timestampMillis;
  }

  /** {@code metrics} of each kind with {@code series} each. */
  public static String page(int metrics, int series, long timestampMillis) {
    var exposition = new AvalancheExposition(timestampMillis);
    for (int m = 0; m < metrics; m++) {
      exposition.gauge(m, series);
      exposition.counter(m, series);
      exposition.histogram(m, series);
      exposition.summary(m, series);
    }
    return exposition.page.append("# EOF\n").toString();
  }

  private void gauge(int metric, int series) {
    String name = name("gauge", metric);
    for (int s = 0; s < series; s++) {
      sample(name, labels(s), random.nextInt(200_000) / 1e3 - 100);
    }
  }

  private void counter(int metric, int series) {
    String name = name("counter", metric);
    for (int s = 0; s < series; s++) {
      sample(name + "_total", labels(s), random.nextInt(1_000_000));
    }
  }

  private void histogram(int metric, int series) {
    String name = name("histogram", metric);
    for (int s = 0; s < series; s++) {
      int count = 0;
      for (String bound : BOUNDS) {
        count += random.nextInt(50);
        sample(name + "_bucket", labels(s) + ",le=\"" + bound + "\"", count);
      }
      sample(name + "_sum", labels(s), count * 0.25);
      sample(name + "_count", labels(s), count);
    }
  }

  private void summary(int metric, int series) {
    String name = name("summary", metric);
    for (int s = 0; s < series; s++) {
      for (String quantile : new String[] {"0.5", "0.9", "0.99"}) {
        sample(name, labels(s) + ",quantile=\"" + quantile + "\"", random.nextInt(1000) / 1e3);
      }
      sample(name + "_sum", labels(s), random.nextInt(1000));
      sample(name + "_count", labels(s), random.nextInt(1000));
    }
  }

  private String name(String kind, int metric) {
    String name = "avalanche_%s_metric_mmmmm_0_%d".formatted(kind, metric);
    page.append("# HELP ").append(name).append(" A tasty metric morsel\n");
    page.append("# TYPE ").append(name).append(' ').append(kind).append('\n');
    return name;
  }

  private static String labels(int series) {
    var labels = new StringBuilder("cycle_id=\"0\",series_id=\"" + series + "\"");
    for (int i = 0; i < LABELS; i++) {
      labels.append(",label_key_kkkkk_%d=\"label_val_vvvvv_%d\"".formatted(i, i));
    }
    return labels.toString();
  }

  private void sample(String name, String labels, double value) {
    page.append(name).append('{').append(labels).append("} ").append(value);
    page.append(' ').append(timestampMillis).append('\n');
  }
}
