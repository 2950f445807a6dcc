package io.tidemark.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.Patience;
import io.tidemark.testing.FaultProxy;
import io.tidemark.testing.FaultProxy.Answer;
import io.tidemark.testing.Repository;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/metrics.md lists what a running job exports, no more and no less. */
class MetricsPageIT {
  private static final Duration EXPORTED_WITHIN = Duration.ofSeconds(60);
  private static final Pattern NAME = Pattern.compile("`([a-z_]+)`");

  @Test
  void thePageListsExactlyWhatARunningJobExports() throws Exception {
    // A rejected sample makes the metrics by reason appear.
    try (var database = new FaultProxy("", write -> Answer.status(204));
        var job =
            new ScrapedJob(
                List.of(
                    "source.datagen.start=2026-01-01T00:00:00Z",
                    "source.datagen.interval=2d",
                    "source.datagen.series=10",
                    "source.datagen.rate=1000",
                    "target.urls=[" + database.url() + "]",
                    "write.linger=100ms",
                    "last-received.mode=cached",
                    "parallelism=1"))) {
      Set<String> listed = listed();
      Patience.untilAsserted(EXPORTED_WITHIN, () -> assertThat(exported(job)).isEqualTo(listed));
    }
  }

  /** Without the count that the reporter adds to each summary. */
  private static Set<String> exported(ScrapedJob job) {
    Set<String> names = job.scrape().names(ScrapedJob.OWN_PREFIX);
    names.removeIf(name -> name.endsWith("_micros_count"));
    return names;
  }

  /**
   * Names in the first column of the page's tables. A job's stand there without their prefix; those
   * with one are exported by {@code watch} and by readers.
   */
  private static Set<String> listed() throws Exception {
    var names = new TreeSet<String>();
    for (String line : Files.readAllLines(Repository.root().resolve("docs/metrics.md"))) {
      if (line.startsWith("| `")) {
        Matcher name = NAME.matcher(line.substring(0, line.indexOf('|', 1)));
        while (name.find()) {
          names.add(name.group(1));
        }
      }
    }
    names.removeIf(name -> name.startsWith("tidemark_"));
    return names;
  }
}
