package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.process.MeasuredBound;
import io.tidemark.process.Patience;
import io.tidemark.testing.SessionCluster;
import io.tidemark.testing.VictoriaMetricsContainer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A search on a session cluster whose TaskManagers are processes of their own. */
@Tag("quiet-host")
@Tag("slow")
@Tag("guards:job/ceiling")
@Tag("guards:job/measure")
class CeilingOnClusterIT {
  private static SessionCluster cluster;
  private static VictoriaMetricsContainer database;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeAll
  static void start() {
    cluster = SessionCluster.start(2, 1);
    // Half a core is full long before the two cores of a small machine are.
    database = VictoriaMetricsContainer.startWithCpus(0.5);
  }

  @AfterAll
  static void end() {
    cluster.close();
    database.close();
  }

  @Test
  void measuresAllTaskManagersAtEachStepAndNamesTheCause() throws IOException {
    String mostTime = Patience.ofSeconds(90).toSeconds() + "s";
    int exitCode =
        ceiling(
            "--json", "--max-duration", mostTime, "--max-in-flight", "8", "--set", "amplify.m=12");

    JsonNode result = new ObjectMapper().readTree(out.toString());
    assertThat(result.get("jobCeilingSamplesPerSecond").isNumber()).isTrue();
    var loads = new ArrayList<Integer>();
    boolean othersAreBusy = false;
    for (JsonNode step : result.get("steps")) {
      if (step.get("phase").asText().equals("sweep")) {
        JsonNode window = step.get("window");
        loads.add(window.at("/load/inFlight").asInt());
        if (BusyHost.othersAreBusy(window)) {
          othersAreBusy = true;
        } else {
          MeasuredBound.check(() -> assertThat(window.get("invalid")).as(err::toString).isEmpty());
        }
        assertThat(window.at("/job/processes").asInt()).isEqualTo(2);
        assertThat(window.at("/tasks/1/parallelism").asInt()).isEqualTo(2);
        assertThat(window.at("/database/cpuShare").isNumber()).isTrue();
      }
    }
    String cause = result.get("cause").asText();
    // A host that others keep full is the right answer there, and they take the time for more.
    List<String> right =
        othersAreBusy ? List.of("TSDB_CPU", "HOST_CPU", "INCONCLUSIVE") : List.of("TSDB_CPU");
    MeasuredBound.check(() -> assertThat(cause).as(err::toString).isIn(right));
    assertThat(loads).startsWith(othersAreBusy ? new Integer[] {1} : new Integer[] {1, 2, 4});
    assertThat(exitCode).as(err::toString).isEqualTo(cause.equals("INCONCLUSIVE") ? 3 : 0);
  }

  @Test
  void refusesMoreSlotsThanThereAre() {
    assertThat(ceiling("--set", "parallelism=3")).isEqualTo(2);

    assertThat(err.toString())
        .endsWith(
            "tidemark: --cluster %s has 2 free of 2 slots, parallelism=3 needs 3; end another job or add TaskManagers%n"
                .formatted(cluster.restUrl()));
    assertThat(out.toString()).isEmpty();
  }

  private int ceiling(String... options) {
    var arguments = new ArrayList<>(List.of("ceiling", "--yes", "--cluster", cluster.restUrl()));
    arguments.addAll(List.of("--set", "target.urls=[" + database.baseUrl() + "]"));
    arguments.addAll(List.of(options));
    return Main.execute(
        new PrintWriter(out), new PrintWriter(err), arguments.toArray(String[]::new));
  }
}
