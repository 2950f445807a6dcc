package io.tidemark.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.testing.FaultsPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * At the end of {@code ./tidemark test}, in the module that comes last: the tests on the page of
 * faults have run in this very build.
 */
class FaultsRanTest {
  /** Unix seconds at which a build of all modules and all tests began; else unset. */
  private static final String SINCE = "TIDEMARK_TEST_SINCE";

  private static final String PROFILES = "TIDEMARK_TEST_PROFILES";

  @Test
  void everyTestOnThePageOfFaultsRan() throws IOException {
    String since = System.getenv(SINCE);
    assumeTrue(
        since != null, "not a build of all tests: which faults were tested was not looked at");
    Instant began = Instant.ofEpochSecond(Long.parseLong(since));
    boolean slow = System.getenv(PROFILES).contains("all");
    var missing = new ArrayList<String>();
    for (FaultsPage.Row row : FaultsPage.read().rows()) {
      for (FaultsPage.TestName test : row.tests()) {
        if (isOfThisBuild(test, slow) && !ran(test, began)) {
          missing.add("row %d: %s".formatted(row.number(), test));
        }
      }
    }
    assertThat(missing).isEmpty();
  }

  private static boolean isOfThisBuild(FaultsPage.TestName test, boolean slow) throws IOException {
    return !test.type().endsWith("KubernetesIT")
        && (slow || !Files.readString(test.source().orElseThrow()).contains("@Tag(\"slow\")"));
  }

  /** One that did not run for want of a part says so itself. */
  private static boolean ran(FaultsPage.TestName test, Instant began) throws IOException {
    Path report = test.report();
    if (!Files.exists(report) || Files.getLastModifiedTime(report).toInstant().isBefore(began)) {
      return false;
    }
    return Pattern.compile("<testcase name=\"%s[\"({ \\[]".formatted(test.method()))
        .matcher(Files.readString(report))
        .find();
  }
}
