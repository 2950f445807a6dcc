package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.result.CeilingResult;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.ConfigLoader.Text;
import io.tidemark.report.ReportJson;
import io.tidemark.report.ReportReader;
import io.tidemark.testing.Repository;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.Yaml;

/**
 * What users of 0.1 have is taken, and means the same: docs/compatibility.md. If one of these
 * fails, keep what reads it, or break the promise in words, in CHANGELOG.md. KeptSavepointIT and
 * KeptMetricsTest are of the other promises.
 */
class KeptFilesTest {
  private static final Path KEPT = Repository.root().resolve("deploy/cli/src/test/resources/kept");
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @Test
  void theConfigurationMeansTheSame() throws IOException {
    Path file = KEPT.resolve("run-0.1.yaml");
    var loaded = ConfigLoader.load(Optional.of(file), List.of());

    Map<String, String> kept = leaves(new Yaml().load(Files.readString(file)));
    assertThat(kept).hasSizeGreaterThan(80);
    assertThat(leaves(ConfigLoader.tree(loaded.config()))).containsAllEntriesOf(kept);
  }

  static Stream<Object> targets() throws IOException {
    Iterable<Object> all = new Yaml().loadAll(Files.readString(KEPT.resolve("targets-0.1.yaml")));
    return StreamSupport.stream(all.spliterator(), false);
  }

  /** The keys that each kind of database has for itself. */
  @ParameterizedTest
  @MethodSource("targets")
  void theTargetMeansTheSame(Map<String, Object> target) {
    var file = new Text("targets-0.1.yaml", new Yaml().dump(target));
    var loaded = ConfigLoader.load(List.of(file), List.of());

    assertThat(leaves(ConfigLoader.tree(loaded.config()))).containsAllEntriesOf(leaves(target));
  }

  @Test
  void theReportIsReadAsWhatItSaid() throws IOException {
    Path file = KEPT.resolve("ceiling-2.json");
    CeilingResult result = ReportReader.ceiling(file);

    assertThat(result.cause()).isEqualTo(Cause.TSDB_SLOTS);
    assertThat(ReportReader.page(file).verdict()).isNotBlank();
    // Whatever this build adds, nothing of it was lost.
    assertThat(leaves(MAPPER.readValue(ReportJson.write(result), Map.class)))
        .containsAllEntriesOf(leaves(MAPPER.readValue(file.toFile(), Map.class)));
  }

  @Test
  void sizeReadsTheReport() throws IOException {
    var out = new StringWriter();
    var err = new StringWriter();
    String file = KEPT.resolve("ceiling-2.json").toString();
    String wanted = "size --json --far --series 1M --retention 30d --from";
    var words = Stream.concat(Stream.of(wanted.split(" ")), Stream.of(file));
    Main.execute(new PrintWriter(out), new PrintWriter(err), words.toArray(String[]::new));

    assertThat(err.toString()).isEmpty();
    JsonNode result = MAPPER.readTree(out.toString());
    assertThat(result.path("reports")).extracting(JsonNode::asText).containsExactly(file);
    assertThat(result.path("resources")).isNotEmpty();
  }

  @Test
  void theReportIsValidByTheSchemaOfItsVersion() throws IOException {
    JsonNode schema =
        MAPPER.readTree(Repository.root().resolve("docs/schema/ceiling.schema.json").toFile());

    assertThat(
            JsonSchemaFactory.getInstance(VersionFlag.V202012)
                .getSchema(schema)
                .validate(MAPPER.readTree(KEPT.resolve("ceiling-2.json").toFile())))
        .isEmpty();
  }

  /** By path, as text. */
  private static Map<String, String> leaves(Object tree) {
    var leaves = new TreeMap<String, String>();
    add("", tree, leaves);
    return leaves;
  }

  private static void add(String path, Object node, Map<String, String> leaves) {
    if (node instanceof Map<?, ?> section && !section.isEmpty()) {
      section.forEach((name, value) -> add(path + "/" + name, value, leaves));
    } else if (node instanceof List<?> list && !list.isEmpty()) {
      for (int i = 0; i < list.size(); i++) {
        add(path + "/" + i, list.get(i), leaves);
      }
    } else {
      leaves.put(path, String.valueOf(node));
    }
  }
}
