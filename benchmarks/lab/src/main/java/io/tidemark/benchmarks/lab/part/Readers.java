package io.tidemark.benchmarks.lab.part;

import io.tidemark.benchmarks.lab.setup.Parts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Clients that ask for all series that were written, over the hour of the newest samples, one query
 * after the other.
 */
final class Readers implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final HttpClient client = HttpClient.newHttpClient();
  private final URI query;
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicLong answered = new AtomicLong();

  /**
   * @param from seconds since 1970 where the samples begin
   */
  Readers(Parts.Readers spec, URI database, long from) {
    query =
        database.resolve(
            "/api/v1/query_range?query=sum(rate(%%7B__name__!=%%22%%22%%7D%%5B5m%%5D))&start=%d&end=%d&step=15"
                .formatted(from, from + 3600));
    become(spec);
  }

  /**
   * @param spec no clients: nobody reads
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
        // The database is restarting, or too slow: asked again.
        if (Thread.currentThread().isInterrupted()) {
          return;
        }
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** How many queries were answered. */
  long answered() {
    return answered.get();
  }

  @Override
  public void close() {
    threads.forEach(Thread::interrupt);
    threads.clear();
  }
}
