package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.report.ExampleReport;
import io.tidemark.report.ReportJson;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportCommandTest {
  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void rendersBesideTheFile() throws IOException {
    Path file =
        Files.writeString(folder.resolve("report.json"), ReportJson.write(ExampleReport.result()));

    assertThat(execute("report", file.toString())).isZero();

    assertThat(out.toString().strip()).isEqualTo(folder.resolve("report.html").toString());
    assertThat(folder.resolve("report.html")).content().contains("1.97\u00a0M samples/s");
    assertThat(folder.resolve("report.md")).content().contains("1.97 M samples/s");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void rendersIntoAnotherFolderThatItMakes() throws IOException {
    Path file =
        Files.writeString(folder.resolve("x.json"), ReportJson.write(ExampleReport.result()));
    Path elsewhere = folder.resolve("a/b");

    assertThat(execute("report", file.toString(), "--out", elsewhere.toString())).isZero();

    assertThat(elsewhere.resolve("report.html")).exists();
    assertThat(folder.resolve("report.html")).doesNotExist();
  }

  @Test
  void namesWhatItWroteAsJson() throws IOException {
    Path file =
        Files.writeString(folder.resolve("x.json"), ReportJson.write(ExampleReport.result()));

    assertThat(execute("report", "--json", file.toString())).isZero();

    JsonNode rendered = new ObjectMapper().readTree(out.toString());
    assertThat(Path.of(rendered.get("html").asText())).exists();
    assertThat(Path.of(rendered.get("markdown").asText())).exists();
    assertThat(rendered.at("/versions/report").asText()).isEqualTo("2");
  }

  @Test
  void refusesAForeignFileInOneLine() throws IOException {
    Path file = Files.writeString(folder.resolve("package.json"), "{\"name\": \"x\"}");

    assertThat(execute("report", file.toString())).isEqualTo(2);

    assertThat(err.toString())
        .isEqualTo(
            "tidemark: %s is no report: cause is missing; expected a report.json that ceiling or ab wrote%n"
                .formatted(file));
    assertThat(folder.resolve("report.html")).doesNotExist();
  }

  private int execute(String... arguments) {
    return Main.execute(new PrintWriter(out), new PrintWriter(err), arguments);
  }
}
