package io.tidemark.testrun;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testrun.TestEvent.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestRunSummaryTest {
  private static final Instant SINCE = Instant.ofEpochSecond(1_000);

  @TempDir private Path module;

  @Test
  void aFlakeIsListedWithItsFirstFailureAndLeavesTheRunGreen() {
    var summary =
        summary(
            event("a.WatchIT", "one", Outcome.FAILED, "io.tidemark.process.NotInTime", "no page"),
            event("a.WatchIT", "one", Outcome.PASSED, "", ""));

    assertThat(printed(summary))
        .contains("flakes: 1\n", "WatchIT#one: NotInTime: no page", "failed, passed", "red: 0\n");
    assertThat(summary.isGreen()).isTrue();
  }

  @Test
  void whatIsRedIsListed() {
    var summary =
        summary(event("a.CleanIT", "one", Outcome.FAILED, "java.lang.AssertionError", "3 of 4"));

    assertThat(printed(summary)).contains("red: 1\n", "CleanIT#one: AssertionError: 3 of 4");
    assertThat(summary.isGreen()).isFalse();
  }

  @Test
  void whatDidNotRunIsListedWithItsReason() {
    var summary =
        summary(
            event("a.TimescaleContractIT", "", Outcome.SKIPPED, "", "no TimescaleDB\nmore"),
            skipped("a.ContractIT", "one", "Assumption failed: no locks"),
            skipped("a.ContractIT", "two", "Assumption failed: no locks"));

    assertThat(printed(summary))
        .contains("did not run: TimescaleContractIT: no TimescaleDB\n")
        .contains("did not run: ContractIT: no locks (2 tests)\n");
    assertThat(summary.isGreen()).isTrue();
  }

  @Test
  void eventsOfAnEarlierRunAreLeftOut() throws IOException {
    write(
        new TestEvent("id", "a.B", "old", Outcome.FAILED, 999_999, 1, "E", "old"),
        new TestEvent("id", "a.B", "new", Outcome.PASSED, 1_000_000, 1, "", ""));

    assertThat(TestRunSummary.events(List.of(module), SINCE))
        .extracting(TestEvent::test)
        .containsExactly("new");
  }

  @Test
  void aJvmThatEndedEarlyIsRed() throws IOException {
    failsafe("<errors>0</errors><failureMessage>The forked VM terminated</failureMessage>");

    assertThat(TestRunSummary.crashes(List.of(module), SINCE))
        .singleElement()
        .asString()
        .contains("The forked VM terminated");
  }

  @Test
  void failuresThatNobodyWroteDownAreRed() throws IOException {
    failsafe("<errors>1</errors>");
    assertThat(TestRunSummary.crashes(List.of(module), SINCE)).hasSize(1);

    write(new TestEvent("id", "a.B", "c", Outcome.FAILED, 1_000_000, 1, "E", ""));
    assertThat(TestRunSummary.crashes(List.of(module), SINCE)).isEmpty();
  }

  @Test
  void theTableKeepsRowsOfClassesThatDidNotRun() throws IOException {
    write(
        new TestEvent("id", "a.SlowIT", "", Outcome.PASSED, 1_000_000, 61_000, "", ""),
        new TestEvent("id", "a.SlowIT", "one", Outcome.PASSED, 1_000_000, 60_000, "", ""),
        new TestEvent("id2", "a.QuickTest", "", Outcome.PASSED, 1_000_000, 1_000, "", ""));
    Path page = module.resolve("page.md");
    String before = "a\n<!-- Written by ./tidemark test --table. -->\n";
    String after = "<!-- The end of the table. -->\nb\n";
    String older = "| `OtherIT` | deploy/cli | 70 |\n| `SlowIT` | deploy/cli | 9 |\n";
    Files.writeString(page, before + older + after);

    ClassTimes.of(module.getParent(), List.of(module), SINCE).writeInto(page);

    String rows = "| `OtherIT` | deploy/cli | 70 |\n| `SlowIT` | %s | 61 |\n";
    assertThat(Files.readString(page))
        .isEqualTo(
            before
                + "| class | module | s |\n|---|---|---:|\n"
                + rows.formatted(module.getFileName())
                + after);
  }

  private static TestRunSummary summary(TestEvent... events) {
    return new TestRunSummary(TestVerdict.of(List.of(events)), List.of());
  }

  private static TestEvent event(
      String type, String test, Outcome outcome, String failure, String text) {
    return new TestEvent("id", type, test, outcome, 0, 0, failure, text);
  }

  private static TestEvent skipped(String type, String test, String reason) {
    return new TestEvent(test, type, test, Outcome.SKIPPED, 0, 0, "", reason);
  }

  private static String printed(TestRunSummary summary) {
    var out = new ByteArrayOutputStream();
    summary.print(new PrintStream(out, true, StandardCharsets.UTF_8));
    return out.toString(StandardCharsets.UTF_8);
  }

  private void write(TestEvent... events) throws IOException {
    Path folder = Files.createDirectories(module.resolve("target/test-events"));
    Files.write(folder.resolve("1.tsv"), List.of(events).stream().map(TestEvent::line).toList());
  }

  private void failsafe(String summary) throws IOException {
    Path folder = Files.createDirectories(module.resolve("target/failsafe-reports"));
    Files.writeString(folder.resolve("failsafe-summary.xml"), summary);
  }
}
