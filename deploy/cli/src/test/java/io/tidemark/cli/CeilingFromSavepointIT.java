package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.source.SourcePositions.Generated;
import io.tidemark.savepoint.Catalogue;
import io.tidemark.savepoint.Savepoint;
import io.tidemark.testing.FaultProxy;
import io.tidemark.testing.FaultProxy.Answer;
import io.tidemark.testing.StoredSample;
import io.tidemark.testing.VictoriaMetricsContainer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tidemark ceiling --from}: a search whose jobs all read on from one savepoint. */
class CeilingFromSavepointIT {
  /** So that the savepoint is sure to hold batches that were not answered yet. */
  private static final Duration DELAY = Duration.ofMillis(20);

  /** Of a batch of 200 series; without one in flight the writer has a header only. */
  private static final long BATCH_BYTES = 2_000;

  private static final String BEFORE = "before-the-savepoint";
  private static final String SEARCH = "from-the-savepoint";

  private final AtomicBoolean searching = new AtomicBoolean();
  private final AtomicInteger writtenByTheSearch = new AtomicInteger();
  private final AtomicInteger leftOver = new AtomicInteger();

  @TempDir Path folder;

  @Test
  void everyJobReadsOnFromTheSavepointAndWritesNoneOfItsBatches() throws Exception {
    try (var store = VictoriaMetricsContainer.start();
        var database = new FaultProxy(store.baseUrl(), this::answer)) {
      String savepoint = takeSavepoint(database);
      searching.set(true);

      JsonNode result =
          tidemark(
              "ceiling --yes --max-duration 20s --max-in-flight 4 --from " + savepoint,
              database,
              SEARCH);

      assertThat(result.path("partial").asText("")).isEmpty();
      assertThat(result.get("steps"))
          .extracting(step -> step.get("phase").asText())
          .contains("job-ceiling", "sweep");
      assertThat(writtenByTheSearch.get()).isPositive();
      assertThat(leftOver.get()).as("batches of the savepoint that were written").isZero();
      assertThat(firstMillis(store)).isEqualTo(nextMillis(savepoint));
      Catalogue.verify(savepoint);
    }
  }

  private Answer answer(FaultProxy.Write write) {
    if (searching.get()) {
      writtenByTheSearch.incrementAndGet();
      leftOver.addAndGet(write.mentions(BEFORE) ? 1 : 0);
    }
    LockSupport.parkNanos(DELAY.toNanos());
    return Answer.STORE;
  }

  private String takeSavepoint(FaultProxy database) throws Exception {
    JsonNode result =
        tidemark("run --yes --duration 2s --stop-with-savepoint " + folder, database, BEFORE);
    String savepoint = result.get("savepoint").asText();
    assertThat(Savepoint.open(savepoint).operators())
        .filteredOn(operator -> operator.uid().equals("write"))
        .singleElement()
        .satisfies(writer -> assertThat(writer.bytes()).isGreaterThan(BATCH_BYTES));
    return savepoint;
  }

  /** Of the earliest sample that the search stored. */
  private static long firstMillis(VictoriaMetricsContainer store) {
    return store.export("{run=\"" + SEARCH + "\"}").stream()
        .mapToLong(StoredSample::timestampMillis)
        .min()
        .orElseThrow();
  }

  /** Of the next sample that the generator had not emitted yet. */
  private static long nextMillis(String savepoint) {
    JobConfig.Source source =
        ConfigLoader.load(Optional.empty(), settings("http://127.0.0.1:1", SEARCH))
            .config()
            .source();
    var stood = (Generated) Savepoint.open(savepoint).positions(source);
    assertThat(stood.firstTick()).isPositive();
    return stood.startMillis() + stood.firstTick() * source.datagen().interval().toMillis();
  }

  private static JsonNode tidemark(String command, FaultProxy database, String run)
      throws Exception {
    var arguments = new ArrayList<>(List.of(command.split(" ")));
    arguments.add("--json");
    settings(database.url(), run).forEach(setting -> arguments.addAll(List.of("--set", setting)));
    return Executed.of(arguments).assertCode(0, 3).json();
  }

  private static List<String> settings(String url, String run) {
    return List.of(
        "source.datagen.start=2026-01-01T00:00:00Z",
        "source.datagen.series=200",
        "target.urls=[" + url + "]",
        "target.extra-labels.run=" + run,
        "write.batch-samples=200",
        "parallelism=1");
  }
}
