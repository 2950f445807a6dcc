package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.victools.jsonschema.generator.Option;
import com.github.victools.jsonschema.generator.OptionPreset;
import com.github.victools.jsonschema.generator.SchemaGenerator;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaVersion;
import com.github.victools.jsonschema.module.jackson.JacksonModule;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import io.tidemark.ab.AbResult;
import io.tidemark.calibrate.Calibration;
import io.tidemark.calibrate.RandomTruth;
import io.tidemark.ceiling.result.CeilingResult;
import io.tidemark.diagnose.Collected;
import io.tidemark.diagnose.Diagnosis;
import io.tidemark.listen.ListenResult;
import io.tidemark.report.ExampleComparison;
import io.tidemark.report.ExampleReport;
import io.tidemark.report.ReportJson;
import io.tidemark.run.RunResult;
import io.tidemark.savepoint.Json;
import io.tidemark.savepoint.Manifest;
import io.tidemark.size.SizeResult;
import io.tidemark.testing.WrittenPage;
import io.tidemark.topic.CaptureResult;
import io.tidemark.topic.ProduceResult;
import io.tidemark.watch.Judgement;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * docs/schema says what the files of {@code --out} and the output of {@code --json} hold. What was
 * not measured is left out there, so that only numbers and flags that are always known are
 * required.
 */
class ReportSchemaTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private enum Schema {
    CEILING("what ceiling found: report.json", CeilingResult.class),
    AB("what ab found: report.json", AbResult.class),
    RUN("what run did: run.json", RunResult.class),
    DIAGNOSIS("what diagnose says: diagnosis.json", Diagnosis.class),
    DIAGNOSE_COLLECT("what diagnose --collect did", Collected.class),
    WATCH("what watch says: watch.json", Judgement.class),
    CALIBRATE("what calibrate found", Calibration.class),
    CALIBRATE_RANDOM("what calibrate --random found", RandomTruth.class),
    PRODUCE("what produce did", ProduceResult.class),
    CAPTURE("what capture did", CaptureResult.class),
    CAPTURE_LISTEN("what capture --listen did", ListenResult.class),
    CLEAN("what clean found or deleted", CleanCommand.Cleaned.class),
    SAVEPOINTS("what savepoints listed, verified or removed", SavepointsCommand.Savepoints.class),
    SAVEPOINTS_SHOW("what savepoints show says", Manifest.class),
    DEAD_LETTERS("what dead-letters counted", DeadLettersCommand.Counted.class),
    DEAD_LETTERS_SEND("what dead-letters --send did", DeadLettersCommand.Resent.class),
    REPORT("what report wrote", ReportCommand.Rendered.class),
    SIZE("what size says", SizeResult.class);

    private final String title;
    private final Class<? extends Record> type;

    Schema(String title, Class<? extends Record> type) {
      this.title = title;
      this.type = type;
    }

    private String file() {
      return name(this) + ".schema.json";
    }

    private static String name(Schema schema) {
      return schema.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private JsonNode generated() {
      var builder =
          new SchemaGeneratorConfigBuilder(
              MAPPER, SchemaVersion.DRAFT_2020_12, OptionPreset.PLAIN_JSON);
      builder.with(Option.DEFINITIONS_FOR_ALL_OBJECTS, Option.MAP_VALUES_AS_ADDITIONAL_PROPERTIES);
      // What is unwrapped, renamed or left out is so in the schema, too.
      builder.with(new JacksonModule());
      builder.forFields().withRequiredCheck(field -> field.getRawMember().getType().isPrimitive());
      ObjectNode generated = new SchemaGenerator(builder.build()).generateSchema(type);
      ObjectNode schema = MAPPER.createObjectNode();
      schema.set("$schema", generated.get("$schema"));
      schema.put("$id", "urn:tidemark:report:%d:%s".formatted(ReportJson.VERSION, name(this)));
      schema.put("title", title);
      schema.setAll(generated);
      schema.withObjectProperty("properties").set(ReportJson.VERSIONS, versions());
      schema.withArrayProperty("required").add(ReportJson.VERSIONS);
      return schema;
    }

    /** That of the form, which {@link ReportJson} adds to every result. */
    private static ObjectNode versions() {
      ObjectNode versions = MAPPER.createObjectNode().put("type", "object");
      versions
          .withObject("/properties/" + ReportJson.FORM)
          .put("const", Integer.toString(ReportJson.VERSION));
      versions.putObject("additionalProperties").put("type", "string");
      versions.putArray("required").add(ReportJson.FORM);
      return versions;
    }
  }

  @ParameterizedTest
  @EnumSource
  void theSchemaIsOfTheResultAsItIs(Schema schema) throws IOException {
    WrittenPage.assertIs(
        "docs/schema/" + schema.file(),
        schema.generated().toPrettyString() + "\n",
        ReportSchemaTest.class);
  }

  @Test
  void aReportHoldsWhatItsSchemaSays() throws IOException {
    assertThat(problems(Schema.CEILING, ReportJson.write(ExampleReport.result()))).isEmpty();
    assertThat(problems(Schema.AB, ReportJson.write(ExampleComparison.result("a note")))).isEmpty();
    var rendered = new ReportCommand.Rendered("a/report.html", "a/report.md");
    assertThat(problems(Schema.REPORT, ReportJson.write(rendered))).isEmpty();
    assertThat(problems(Schema.REPORT, ReportJson.writeLine(rendered))).isEmpty();
  }

  @Test
  void whatIsWrittenFlatIsFlatInItsSchema() throws IOException {
    var counts =
        new ListenResult.Counts(1, Map.of("a", 1L), 1, 1, Map.of("b", 1L), 1, 1, 1, 1, 1, 1, 1);
    String json =
        ReportJson.write(
            new ListenResult("127.0.0.1:1", "a.capture", "prometheus", false, 1, "time", counts));

    assertThat(problems(Schema.CAPTURE_LISTEN, json)).isEmpty();
    assertThat(MAPPER.readTree(json).fieldNames())
        .toIterable()
        .containsExactlyInAnyOrderElementsOf(
            () -> Schema.CAPTURE_LISTEN.generated().path("properties").fieldNames());
  }

  @Test
  void whatHasNoVersionOrAnotherIsNone() throws IOException {
    var rendered = new ReportCommand.Rendered("a/report.html", "a/report.md");
    String another = ReportJson.write(rendered).replace("\"2\"", "\"3\"");

    assertThat(problems(Schema.REPORT, Json.write(rendered)))
        .singleElement()
        .asString()
        .contains("versions");
    assertThat(problems(Schema.REPORT, another))
        .singleElement()
        .asString()
        .contains("$.versions.report");
  }

  @Test
  void whatIsNoReportIsFound() throws IOException {
    ObjectNode report = (ObjectNode) MAPPER.readTree(ReportJson.write(ExampleReport.result()));
    report.put("cause", "A_CAUSE_THAT_IS_NONE").put("steps", 3);

    assertThat(problems(Schema.CEILING, report.toString()))
        .anySatisfy(problem -> assertThat(problem).contains("$.cause"))
        .anySatisfy(problem -> assertThat(problem).contains("$.steps"));
  }

  private static List<String> problems(Schema schema, String json) throws IOException {
    return JsonSchemaFactory.getInstance(VersionFlag.V202012)
        .getSchema(schema.generated())
        .validate(MAPPER.readTree(json))
        .stream()
        .map(Object::toString)
        .toList();
  }
}
