package io.tidemark.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.job.config.ConfigException;
import io.tidemark.savepoint.Json;
import java.util.regex.Pattern;

/**
 * Results as the JSON that {@code --json} prints and {@code --out} saves: each says in {@code
 * versions.report} which version of the form it has.
 */
public final class ReportJson {
  /**
   * Within a version fields are only added. It is raised when a field goes, or means something
   * else.
   */
  public static final int VERSION = 2;

  /** What holds the versions, and which of them is the form's. */
  public static final String VERSIONS = "versions";

  public static final String FORM = "report";

  private static final Pattern NUMBER = Pattern.compile("\\d{1,6}");

  private ReportJson() {}

  public static String write(Record result) {
    return Json.write(versioned(result));
  }

  /** On a single line, for one of many. */
  public static String writeLine(Record result) {
    return Json.writeLine(versioned(result));
  }

  private static ObjectNode versioned(Record result) {
    ObjectNode report = Json.tree(result);
    report.withObjectProperty(VERSIONS).put(FORM, Integer.toString(VERSION));
    return report;
  }

  /**
   * Earlier versions are read, and what names none is of before there were any.
   *
   * @param name of the report, for the error
   * @throws ConfigException if a later Tidemark wrote it: the same names may mean something else
   */
  static void requireKnown(String name, JsonNode report) {
    JsonNode version = report.path(VERSIONS).path(FORM);
    if (version.isMissingNode() || version.isNull()) {
      return;
    }
    if (!NUMBER.matcher(version.asText()).matches()) {
      throw new ConfigException(
          "%s is no report: %s.%s is no version".formatted(name, VERSIONS, FORM));
    }
    if (Integer.parseInt(version.asText()) > VERSION) {
      throw new ConfigException(
          "%s has version %s of the report, and this Tidemark reads versions up to %d; use one as new as the one that wrote it"
              .formatted(name, version.asText(), VERSION));
    }
  }
}
