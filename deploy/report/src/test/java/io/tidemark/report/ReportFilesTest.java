package io.tidemark.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.ab.AbResult;
import io.tidemark.ceiling.result.CeilingResult;
import io.tidemark.ceiling.result.Sighting;
import io.tidemark.job.config.ConfigException;
import io.tidemark.process.RunException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReportFilesTest {
  private static final ObjectMapper JSON =
      new ObjectMapper().setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL);

  @TempDir private Path folder;
  private final CeilingResult result = ExampleReport.result();

  @Test
  void writesThreeFilesOverOldOnes() throws IOException {
    Files.writeString(folder.resolve("report.md"), "old");
    Page page = CeilingPage.of(result);

    ReportFiles.write(folder, "{}", page);

    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("report.json", "report.md", "report.html");
    }
    assertThat(folder.resolve("report.json")).hasContent("{}");
    assertThat(folder.resolve("report.md")).hasContent(MarkdownPage.of(page));
    assertThat(folder.resolve("report.html")).hasContent(HtmlPage.of(page));
  }

  @Test
  void writesFilesThatOthersMayReadLikeAnyOther() throws IOException {
    ReportFiles.write(folder, "{}", CeilingPage.of(result));

    Path other = Files.writeString(folder.resolve("other"), "");
    assertThat(Files.getPosixFilePermissions(folder.resolve("report.html")))
        .isEqualTo(Files.getPosixFilePermissions(other));
  }

  @Test
  void saysInOneLineThatItCanNotWrite() {
    Path none = folder.resolve("none");

    assertThatThrownBy(() -> ReportFiles.write(none, "{}", CeilingPage.of(result)))
        .isInstanceOf(RunException.class)
        .hasMessageStartingWith("can't write " + none.resolve("report.json"))
        .message()
        .hasLineCount(1);
  }

  /** Linux has a full disk for everyone. */
  @Test
  void saysThatTheDiskIsFull() throws IOException {
    Files.createSymbolicLink(folder.resolve("report.json.part"), Path.of("/dev/full"));

    assertThatThrownBy(() -> ReportFiles.write(folder, "{}", CeilingPage.of(result)))
        .isInstanceOf(RunException.class)
        .hasMessage("can't write %s: No space left on device", folder.resolve("report.json"));
  }

  @Test
  void readsAgainWhatItWrote() throws IOException {
    ReportFiles.write(folder, ReportJson.write(result), CeilingPage.of(result));
    Path file = folder.resolve("report.json");

    assertThat(ReportReader.ceiling(file).steps()).isEqualTo(result.steps());
    assertThat(ReportReader.page(file)).isEqualTo(CeilingPage.of(result));
    assertThat(ReportReader.ceiling(file).versions())
        .containsAllEntriesOf(result.versions())
        .containsEntry("report", "2");
  }

  /** Such as what a search found before there was a number. */
  @ParameterizedTest
  @ValueSource(strings = {"1", "2"})
  void readsEarlierVersionsAndItsOwn(String version) throws IOException {
    assertThat(ReportReader.ceiling(file(ofVersion(version))).steps()).isEqualTo(result.steps());
  }

  @Test
  void refusesALaterVersionInOneSentenceWhateverItIsReadFor() throws IOException {
    Path file = file(ofVersion("3"));
    String expected =
        "%s has version 3 of the report, and this Tidemark reads versions up to 2; use one as new as the one that wrote it"
            .formatted(file);

    for (ThrowingCallable read :
        List.<ThrowingCallable>of(
            () -> ReportReader.ceiling(file),
            () -> ReportReader.page(file),
            () -> ReportReader.tree(file))) {
      assertThatThrownBy(read).isInstanceOf(ConfigException.class).hasMessage(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"new", "2.1", "-1", "99999999999"})
  void refusesAVersionThatIsNone(String version) throws IOException {
    Path file = file(ofVersion(version));

    assertThatThrownBy(() -> ReportReader.tree(file))
        .isInstanceOf(ConfigException.class)
        .hasMessage("%s is no report: versions.report is no version", file);
  }

  private String ofVersion(String version) {
    ObjectNode report = JSON.valueToTree(result);
    report.withObjectProperty("versions").put("report", version);
    return report.toString();
  }

  @Test
  void readsWhatAVersionWithOtherFieldsWrote() throws IOException {
    ObjectNode other = JSON.valueToTree(result);
    other.remove(List.of("warnings", "forecast", "usl"));
    other.put("ofTheFuture", 1);

    CeilingResult read = ReportReader.ceiling(file(other.toString()));

    assertThat(read.warnings()).isEmpty();
    assertThat(read.forecast()).isEmpty();
    assertThat(read.usl()).isNull();
    assertThat(read.steps()).isEqualTo(result.steps());
    assertThat(HtmlPage.of(CeilingPage.of(read))).contains("TSDB_SLOTS");
  }

  /** What was changed is not in there, but what was measured is. */
  @Test
  void aReportOfBeforeCanBeJudgedAgain() throws IOException {
    ObjectNode before = JSON.valueToTree(result);
    before.get("steps").forEach(step -> ((ObjectNode) step).remove("settings"));

    List<Sighting> seen = Sighting.of(ReportReader.ceiling(file(before.toString())).steps());

    assertThat(seen).isEqualTo(Sighting.of(result.steps())).hasSize(9);
    assertThat(seen)
        .extracting(sighting -> sighting.settings().inFlight())
        .containsExactly(1, 2, 4, 8, 16, 32, 64, 8, 6);
    assertThat(seen)
        .extracting(Sighting::weight)
        .containsExactly(1.0, 1.0, 1.0, 0.5, 1.0, 1.0, 1.0, 0.5, 1.0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`` | line 1 is not the JSON that is expected",
        "null | it is empty",
        "[] | line 1 is not the JSON that is expected",
        "{} | cause is missing",
        "{} {} | line 1 is not the JSON that is expected",
        "{\"cause\": \"MAGIC\"} | line 1 is not the JSON that is expected",
        "{\"steps\": 3} | line 1 is not the JSON that is expected",
        "{\"steps\": [null]} | line 1 is not the JSON that is expected",
      })
  void refusesWhatIsNoReport(String text, String why) throws IOException {
    Path file = file(text);

    assertThatThrownBy(() -> ReportReader.ceiling(file))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "%s is no report: %s; expected a report.json that ceiling or ab wrote"
                .formatted(file, why));
  }

  @Test
  void refusesAStepWithoutNumbers() throws IOException {
    ObjectNode torn = JSON.valueToTree(result);
    ((ObjectNode) torn.at("/steps/2/window")).remove("throughput");
    Path file = file(torn.toString());

    assertThatThrownBy(() -> ReportReader.ceiling(file))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("steps[2].window.throughput is missing");
  }

  @Test
  void refusesNumbersThatAreNone() throws IOException {
    ObjectNode odd = JSON.valueToTree(result);
    String text = odd.toString().replace("250000.0", "1e999");
    Path file = file(text);

    assertThatThrownBy(() -> ReportReader.page(file))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("series \"acknowledged\" holds what is no number");
  }

  @Test
  void readsAgainWhatAComparisonWrote() throws IOException {
    AbResult comparison = ExampleComparison.result("none");
    ReportFiles.write(folder, ReportJson.write(comparison), AbPage.of(comparison));
    Path file = folder.resolve("report.json");

    assertThat(ReportReader.comparison(file).runs()).isEqualTo(comparison.runs());
    assertThat(ReportReader.page(file)).isEqualTo(AbPage.of(comparison));
  }

  @Test
  void refusesAComparisonWithoutItsRunsSides() throws IOException {
    ObjectNode torn = JSON.valueToTree(ExampleComparison.result("none"));
    ((ObjectNode) torn.at("/runs/1")).remove("arm");
    Path file = file(torn.toString());

    assertThatThrownBy(() -> ReportReader.page(file))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("runs[1].arm is missing");
  }

  @Test
  void refusesAFileThatIsTooLarge() throws IOException {
    Path file = folder.resolve("large.json");
    try (var large = new RandomAccessFile(file.toFile(), "rw")) {
      large.setLength((64L << 20) + 1);
    }

    assertThatThrownBy(() -> ReportReader.ceiling(file))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("it has more than 64 MiB");
  }

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("x.json"), text);
  }
}
