package io.tidemark.cli;

import io.tidemark.process.Patience;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * How soon a sample is visible, seen with nothing of Tidemark: samples of one series are written as
 * text, and each is exported until it is there. They come at random moments, so that they keep no
 * step with whatever flushes regularly.
 */
final class DirectProbe implements AutoCloseable {
  private static final String SERIES = "direct_probe_of_a_test";
  private static final int LOOK_MILLIS = 10;
  private static final int APART_MILLIS = 200;

  /** A new series is found later than a new sample of one that exists. */
  private static final Duration INDEXED_WITHIN = Duration.ofSeconds(20);

  private final HttpClient client = HttpClient.newHttpClient();
  private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(8);
  private final Random random = new Random(5);
  private final List<Double> millis = Collections.synchronizedList(new ArrayList<>());
  private final String written;
  private final String read;
  private int samples;

  /**
   * @param written below which samples are imported
   * @param read below which they are exported
   */
  DirectProbe(String written, String read) {
    this.written = written;
    this.read = read;
    long timestamp = System.currentTimeMillis();
    write(0, timestamp);
    Patience.await(SERIES, INDEXED_WITHIN, () -> isVisible(0, timestamp));
    next();
  }

  private void next() {
    threads.schedule(
        () -> {
          mark(++samples);
          next();
        },
        APART_MILLIS / 2 + random.nextInt(APART_MILLIS),
        TimeUnit.MILLISECONDS);
  }

  private void mark(int value) {
    long timestamp = System.currentTimeMillis();
    write(value, timestamp);
    long acknowledged = System.nanoTime();
    threads.schedule(
        () -> look(value, timestamp, acknowledged), LOOK_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void look(int value, long timestamp, long acknowledged) {
    if (isVisible(value, timestamp)) {
      millis.add((System.nanoTime() - acknowledged) / 1e6);
    } else {
      threads.schedule(
          () -> look(value, timestamp, acknowledged), LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private void write(int value, long timestamp) {
    send(
        HttpRequest.newBuilder(URI.create(written + "/api/v1/import/prometheus"))
            .POST(BodyPublishers.ofString("%s %d %d%n".formatted(SERIES, value, timestamp)))
            .build());
  }

  private boolean isVisible(int value, long timestamp) {
    String selector = URLEncoder.encode(SERIES, StandardCharsets.UTF_8);
    return send(HttpRequest.newBuilder(
                URI.create(
                    String.format(
                        Locale.ROOT,
                        "%s/api/v1/export?match%%5B%%5D=%s&start=%.3f&end=%.3f",
                        read,
                        selector,
                        timestamp / 1e3,
                        timestamp / 1e3)))
            .build())
        .contains("\"values\":[%d]".formatted(value));
  }

  private String send(HttpRequest request) {
    try {
      return client.send(request, BodyHandlers.ofString()).body();
    } catch (Exception e) {
      throw new IllegalStateException("the database does not answer the direct probe", e);
    }
  }

  List<Double> sorted() {
    synchronized (millis) {
      return millis.stream().sorted().toList();
    }
  }

  double percentile(double percent) {
    List<Double> sorted = sorted();
    return sorted.get((int) Math.ceil(percent / 100 * sorted.size()) - 1);
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
