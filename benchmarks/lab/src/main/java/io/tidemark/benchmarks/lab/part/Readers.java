package io.tidemark.benchmarks.lab.part;

import io.tidemark.benchmarks.lab.setup.Parts;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Clients that query all written series over the hour of the newest samples, one query after the
 * other.
 */
final class Readers implements AutoCloseable {
  static final String QUERY = "sum(rate({__name__!=\"\"}[5m]))";
  static final Duration RANGE = Duration.ofHours(1);
  static final Duration STEP = Duration.ofSeconds(15);

  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final HttpClient client = HttpClient.newHttpClient();
  private final URI query;
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicLong answered = new AtomicLong();

  /**
   * @param from time of the first sample, in seconds since 1970
   */
  Readers(Parts.Readers spec, URI database, long from) {
    query =
        database.resolve(
            "/api/v1/query_range?query=%s&start=%d&end=%d&step=%d"
                .formatted(
                    URLEncoder.encode(QUERY, StandardCharsets.UTF_8),
                    from,
                    from + RANGE.toSeconds(),
                    STEP.toSeconds()));
    become(spec);
  }

  /**
   * @param spec the new readers; without clients, nobody reads
   */
  void become(Parts.Readers spec) {
    close();
    for (int i = 0; i < spec.clients(); i++) {
      var thread = new Thread(this::read, "reader-" + i);
      thread.setDaemon(true);
      thread.start();
      threads.add(thread);
    }
  }

  private void read() {
    var request = HttpRequest.newBuilder(query).timeout(TIMEOUT).build();
    while (!Thread.currentThread().isInterrupted()) {
      try {
        client.send(request, BodyHandlers.discarding());
        answered.incrementAndGet();
      } catch (IOException e) {
        // The database is restarting or too slow, so the query is repeated.
        if (Thread.currentThread().isInterrupted()) {
          return;
        }
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  long answered() {
    return answered.get();
  }

  @Override
  public void close() {
    threads.forEach(Thread::interrupt);
    threads.clear();
  }
}
