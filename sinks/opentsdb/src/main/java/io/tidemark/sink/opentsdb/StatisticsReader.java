package io.tidemark.sink.opentsdb;

import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.http.PageReader;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Reads the pages of each TSD, in a thread of its own: while a TSD makes series its threads wait
 * for HBase, and its pages come seconds late or not at all. Not thread-safe.
 */
final class StatisticsReader implements AutoCloseable {
  private final List<URI> urls;
  private final PageReader reader;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread thread = new Thread(work, "tidemark-opentsdb-pages");
            thread.setDaemon(true);
            return thread;
          });
  private Future<List<TsdPages>> reading;

  /**
   * @throws IllegalArgumentException if the target's settings can't be used
   */
  StatisticsReader(TargetConfig target, List<URI> urls) {
    this.urls = urls;
    this.reader = new PageReader(target);
  }

  /**
   * Of each TSD; empty if they did not come in time. Those are what the next call waits for.
   *
   * @throws IOException if one can't be read; the message names it, without credentials
   */
  Optional<List<TsdPages>> read(Duration patience) throws IOException {
    if (reading == null) {
      reading = thread.submit(this::pages);
    }
    try {
      List<TsdPages> read = reading.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      reading = null;
      return Optional.of(read);
    } catch (TimeoutException late) {
      return Optional.empty();
    } catch (ExecutionException e) {
      reading = null;
      throw new IOException(e.getCause().getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private List<TsdPages> pages() throws IOException {
    // One after the other, over one connection: a TSD may bound how many it has.
    var pages = new ArrayList<List<byte[]>>();
    for (String page : TsdPages.PAGES) {
      pages.add(reader.read(urls.stream().map(url -> Put.page(url, page)).toList()));
    }
    var all = new ArrayList<TsdPages>();
    for (int i = 0; i < urls.size(); i++) {
      int of = i;
      var statistics = TsdPages.parse(pages.stream().map(page -> page.get(of)).toList());
      if (!statistics.areThere()) {
        throw new IOException(
            "no statistics of OpenTSDB at %s; check target.metrics-urls".formatted(name(i)));
      }
      all.add(statistics);
    }
    return all;
  }

  /** Where its statistics are read. */
  String name(int tsd) {
    return Put.page(urls.get(tsd), TsdPages.PAGES.get(0)).name();
  }

  @Override
  public void close() {
    thread.shutdownNow();
    reader.close();
  }
}
