package io.tidemark.endtoend;

import io.tidemark.cluster.EmbeddedFlink;
import io.tidemark.cluster.FlinkJob;
import io.tidemark.cluster.Start;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.JobConfig;
import io.tidemark.process.Loopback;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A job on a MiniCluster, and what its Prometheus reporter says of it. */
public final class ScrapedJob implements AutoCloseable {
  static final String OWN_PREFIX = "flink_taskmanager_job_task_operator_tidemark_";
  private static final Pattern LINE = Pattern.compile("(?m)^([a-zA-Z_]+)\\{(.*)} (\\S+)$");

  private final int port = Loopback.freePort();
  private final EmbeddedFlink flink;
  private final FlinkJob job;

  /**
   * @param settings each {@code path.to.key=value}
   */
  ScrapedJob(List<String> settings) {
    JobConfig config = ConfigLoader.load(Optional.empty(), settings).config();
    flink = EmbeddedFlink.start(config.parallelism(), port);
    job = flink.submit(config, Start.FRESH);
  }

  /** One answer of the reporter. */
  public record Page(long atNanos, String text) {
    /** Sum over the lines of this name that have the label; 0 if there is none. */
    double value(String name, String label) {
      double sum = 0;
      for (Matcher line = LINE.matcher(text); line.find(); ) {
        if (line.group(1).equals(name) && line.group(2).contains(label)) {
          sum += Double.parseDouble(line.group(3));
        }
      }
      return sum;
    }

    /** Names of Tidemark's own metrics, without the prefix. */
    Set<String> ownNames() {
      var names = new TreeSet<String>();
      for (Matcher line = LINE.matcher(text); line.find(); ) {
        if (line.group(1).startsWith(OWN_PREFIX)) {
          names.add(line.group(1).substring(OWN_PREFIX.length()));
        }
      }
      return names;
    }
  }

  Page scrape() throws Exception {
    var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port)).build();
    String text = HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    return new Page(System.nanoTime(), text);
  }

  @Override
  public void close() {
    if (!job.ended()) {
      job.cancel();
    }
    flink.close();
  }
}
