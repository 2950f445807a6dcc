package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.process.Patience;
import io.tidemark.simulated.Behaviour;
import io.tidemark.simulated.SimulatedDatabase;
import io.tidemark.testing.ChildJvm;
import io.tidemark.testing.SessionCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A cluster that goes away while a command works with it. */
@Tag("slow")
@Tag("guards:job/ceiling")
@Tag("guards:job/measure")
class LostClusterIT {
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final String LONG = "20m";

  @Test
  void aWatchSaysSoAndASearchTellsWhatItFound() throws Exception {
    // So many slots take a search many steps: it is still at work when the watch has begun.
    try (var database = SimulatedDatabase.start(Behaviour.ofSlots(64, Duration.ofMillis(20)))) {
      var cluster = SessionCluster.start(1, 2);
      String url = cluster.restUrl();
      try (var search =
          start("ceiling", url, "--yes", "--json", "--max-duration", LONG, target(database))) {
        awaitText(search, search::errors, "in flight 1 ");
        try (var watch = start("watch", url, "-q", "--window", "2s")) {
          awaitText(watch, watch::output, "verdict");
          cluster.close();

          assertThat(watch.exitCode(PATIENCE)).isEqualTo(1);
          assertThat(watch.errors())
              .startsWith("tidemark: " + url + " has reported nothing of job ")
              .contains(" for 10 s: ")
              .hasLineCount(1);
        }
        assertThat(search.exitCode(PATIENCE)).as(search.errors()).isEqualTo(3);
        assertThat(new ObjectMapper().readTree(search.output()).get("partial").asText())
            .startsWith("Flink can't be asked any more: ");
      }
    }
  }

  private static String target(SimulatedDatabase database) {
    return "--set=target.urls=[" + database.url() + "]";
  }

  private static ChildJvm start(String command, String cluster, String... options) {
    var arguments = new ArrayList<>(List.of(command, "--cluster", cluster));
    arguments.addAll(List.of(options));
    // One subtask: the search's job stays the same, and is the only one there is to watch.
    arguments.addAll(List.of("--set", "parallelism=1"));
    return ChildJvm.start(Main.class, List.of("-Xmx256m"), "", arguments);
  }

  private static void awaitText(ChildJvm command, Supplier<String> output, String text) {
    Patience.await(
        "\"%s\" of a command".formatted(text),
        PATIENCE,
        () -> {
          assertThat(command.isAlive()).as("%s", command.errors()).isTrue();
          return output.get().contains(text);
        });
  }
}
