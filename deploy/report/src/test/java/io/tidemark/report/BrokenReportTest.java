package io.tidemark.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.job.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A report in which one member is broken, for every member that a report has. */
@Tag("seconds")
class BrokenReportTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<JsonNode> REPORTS =
      List.of(
          JSON.valueToTree(ExampleReport.result()),
          JSON.valueToTree(ExampleComparison.result("it drifts")));
  private static final int MAX_LINE = 400;

  @TempDir private Path folder;

  static List<JsonNode> whatStandsThere() {
    var nodes = JsonNodeFactory.instance;
    return List.of(
        nodes.nullNode(),
        nodes.missingNode(),
        nodes.textNode("x"),
        nodes.numberNode(-1),
        nodes.numberNode(Double.NaN),
        nodes.arrayNode().addNull(),
        nodes.objectNode().putNull("x"));
  }

  @ParameterizedTest
  @MethodSource("whatStandsThere")
  void isRefusedInOneLineOrShown(JsonNode broken) throws IOException {
    for (JsonNode report : REPORTS) {
      for (String pointer : pointers(report, "")) {
        Path file = folder.resolve("report.json");
        Files.write(file, JSON.writeValueAsBytes(with(broken, report, pointer)));
        isRefusedInOneLineOrShown(file, "%s is %s".formatted(pointer, broken));
      }
    }
  }

  private static void isRefusedInOneLineOrShown(Path file, String what) {
    try {
      assertThat(MarkdownPage.of(ReportReader.page(file))).as(what).isNotBlank();
    } catch (ConfigException e) {
      assertThat(e.getMessage()).as(what).contains("is no report").hasLineCount(1);
      assertThat(e.getMessage()).as(what).hasSizeLessThan(MAX_LINE);
    } catch (RuntimeException e) {
      throw new AssertionError(what, e);
    }
  }

  /** All members, of the first element of each list. */
  private static List<String> pointers(JsonNode node, String at) {
    var names = new ArrayList<String>();
    node.fieldNames().forEachRemaining(names::add);
    if (node.isArray() && !node.isEmpty()) {
      names.add("0");
    }
    var pointers = new ArrayList<String>();
    for (String name : names) {
      pointers.add(at + "/" + name);
      pointers.addAll(pointers(node.at("/" + name), at + "/" + name));
    }
    return pointers;
  }

  private static JsonNode with(JsonNode broken, JsonNode original, String pointer) {
    JsonNode report = original.deepCopy();
    int slash = pointer.lastIndexOf('/');
    JsonNode parent = report.at(pointer.substring(0, slash));
    String name = pointer.substring(slash + 1);
    if (parent instanceof ArrayNode list) {
      int index = Integer.parseInt(name);
      list.remove(index);
      if (!broken.isMissingNode()) {
        list.insert(index, broken);
      }
    } else if (broken.isMissingNode()) {
      ((ObjectNode) parent).remove(name);
    } else {
      ((ObjectNode) parent).set(name, broken);
    }
    return report;
  }
}
