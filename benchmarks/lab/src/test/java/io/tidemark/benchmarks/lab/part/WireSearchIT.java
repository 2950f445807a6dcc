package io.tidemark.benchmarks.lab.part;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.benchmarks.lab.setup.Parts;
import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.result.CeilingResult;
import io.tidemark.cluster.EmbeddedFlink;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.process.MeasuredBound;
import io.tidemark.process.Patience;
import io.tidemark.search.Ceiling;
import io.tidemark.search.CeilingPlan;
import io.tidemark.search.SearchObserver;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A search over a wire with a real round trip, whose packets the kernel's TCP sends: what waits for
 * acknowledgements is told from what waits for a line.
 */
@Tag("slow")
@Tag("quiet-host")
@Tag("guards:job/verdict")
@Tag("guards:job/measure")
@Tag("guards:sinks/http")
@ResourceLock("host")
class WireSearchIT {
  private static final String WIRE = "TIDEMARK_TEST_WIRE";
  private static final String CURRENT = "TIDEMARK_TEST_VICTORIA_METRICS_CURRENT";
  private static final double ROUND_TRIP_MILLIS = 40;
  private static final double JOB_CEILING = 1e7;

  @BeforeEach
  void needsTheWire() {
    assumeTrue(
        "root".equals(System.getProperty("user.name")), "not root: no search over a real wire");
    for (String variable : List.of(WIRE, CURRENT)) {
      assumeTrue(
          System.getenv(variable) != null,
          variable + " is not set: no search over a real wire did run");
    }
  }

  /**
   * Of some 100 kB each, and of more than a socket takes at once. A few of them at a time leave the
   * line idle, and the database.
   */
  @ParameterizedTest
  @ValueSource(ints = {10_000, 60_000})
  void bodiesThatWaitForAcknowledgementsAreNotTheNetwork(int samples) throws Exception {
    CeilingResult result = search(new Parts.Wire(ROUND_TRIP_MILLIS, 0), 4, samples);

    MeasuredBound.check(
        () -> {
          assertThat(result.cause()).as("%s", said(result)).isNotEqualTo(Cause.NETWORK);
          assertThat(result.next()).as("%s", said(result)).doesNotContain(Cause.NETWORK);
        });
  }

  private static String said(CeilingResult result) {
    return "%s %s against %s".formatted(result.sentence(), result.evidence(), result.against());
  }

  private static CeilingResult search(Parts.Wire spec, int mostInFlight, int samples)
      throws Exception {
    var database = new Parts.Database(null, null, 0, null, 0, 0, 0, 0, 0, null, null);
    try (var wire = new Wire(spec);
        var node =
            new VictoriaMetricsNode(
                database, new Place(database, Optional.of(wire), Optional.empty()));
        EmbeddedFlink flink = EmbeddedFlink.start(4, 0)) {
      var plan =
          new CeilingPlan(
              ConfigLoader.load(
                  Optional.empty(),
                  List.of(
                      "target.urls=[%s]".formatted(node.url()),
                      "parallelism=1",
                      "amplify.m=12",
                      "write.batch-samples=" + samples)),
              Optional.empty(),
              CeilingPlan.By.IN_FLIGHT,
              Patience.ofSeconds(75),
              mostInFlight,
              Optional.empty(),
              Instant.now(),
              false);
      return Ceiling.find(plan, flink, JOB_CEILING, SearchObserver.SILENT).result();
    }
  }
}
