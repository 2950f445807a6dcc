package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.console.Exit;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SizeCommandTest {
  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void saysItToTheManagerFirst() throws IOException {
    int code = size(run(1), run(4), "--node", "4c8g", "--prices", prices("node: 100"));

    assertThat(err.toString()).isEmpty();
    assertThat(code).isZero();
    assertThat(out.toString().lines().findFirst().orElse(""))
        .startsWith("1.00 M series every 10s for 90d (100 k samples/s) want ")
        .contains(" cores (", ": 1 node of 4 cores and 8.00 GiB", " a month (");
    assertThat(out.toString()).contains("extrapolated", "2.50 times", "note: disk: bytes a sample");
  }

  @Test
  void jsonHoldsTheSame() throws IOException {
    assertThat(size(run(1), run(4), "--json")).isZero();

    JsonNode result = new ObjectMapper().readTree(out.toString());
    assertThat(result.path("resources")).hasSize(4);
    // 0.5 + 10 µs a sample, and 30 % left free.
    assertThat(result.path("resources").get(0).path("value").asDouble())
        .isCloseTo(1.5 / 0.7, Offset.offset(1e-6));
    assertThat(result.has("nodes")).isFalse();
  }

  @Test
  void whatIsMissingIsInconclusive() throws IOException {
    String bare = Files.readString(Path.of(run(1))).replaceFirst("\"diskBytes\"", "\"other\"");
    Path file = Files.writeString(folder.resolve("bare.json"), bare);

    assertThat(size(file.toString())).isEqualTo(Exit.INCONCLUSIVE.code());
    assertThat(out.toString()).contains("missing: disk needs");
  }

  @Test
  void whatIsTooFarIsRefused() throws IOException {
    int code = size(run(0.1));

    assertThat(code).isEqualTo(Exit.BAD_USAGE.code());
    assertThat(err.toString()).contains("is 100 times what was measured", "--far");
    assertThat(out.toString()).isEmpty();
    assertThat(size(run(0.1), "--far")).isZero();
  }

  @Test
  void wrongOptionsAndFilesAreRefused() throws IOException {
    for (String[] wrong :
        new String[][] {
          {run(1), "--node", "big"},
          {run(1), "--prices", prices("core: free")},
          {run(1), "--prices", folder.resolve("none").toString()},
          {run(1), "--headroom", "100%"},
          {run(1), "--replication", "0"},
          {prices("seconds: 1")},
          {folder.resolve("none").toString()}
        }) {
      assertThat(size(wrong)).as(String.join(" ", wrong)).isEqualTo(Exit.BAD_USAGE.code());
    }
    assertThat(err.toString().lines()).hasSize(7);
  }

  @Test
  void aReportOfALaterVersionIsRefusedInOneLine() throws IOException {
    String later = Files.readString(Path.of(run(1)));
    Path file =
        Files.writeString(
            folder.resolve("later.json"),
            later.replaceFirst("\\{", "{\"versions\": {\"report\": \"3\"},"));

    assertThat(size(file.toString())).isEqualTo(Exit.BAD_USAGE.code());
    assertThat(err.toString()).contains("has version 3 of the report").hasLineCount(1);
  }

  private String prices(String yaml) throws IOException {
    return Files.writeString(folder.resolve("prices.yaml"), yaml).toString();
  }

  /** Of so many times 10,000 samples/s of 100,000 series, over 100 s. */
  private String run(double times) throws IOException {
    double samples = times * 1e6;
    String json =
        """
        {"seconds": 100, "samplesPerSecond": %s, "samplesAcked": %s, "bytesSent": %s,
         "series": {"active": %s},
         "store": {"cpuSeconds": %s, "residentBytes": %s, "diskBytes": %s}}
        """
            .formatted(
                samples / 100,
                samples,
                50 * samples,
                times * 1e5,
                50 + 1e-5 * samples,
                1e8 + 1e3 * times * 1e5,
                3 * samples);
    return Files.writeString(folder.resolve("run-%s.json".formatted(times)), json).toString();
  }

  /** Reports first, then options. */
  private int size(String... arguments) {
    out.getBuffer().setLength(0);
    var all =
        new ArrayList<String>(
            List.of("size", "--series", "1M", "--interval", "10s", "--retention", "90d"));
    for (String argument : arguments) {
      if (argument.endsWith(".json") || argument.equals(arguments[0])) {
        all.add("--from");
      }
      all.add(argument);
    }
    return Main.execute(new PrintWriter(out), new PrintWriter(err), all.toArray(String[]::new));
  }
}
