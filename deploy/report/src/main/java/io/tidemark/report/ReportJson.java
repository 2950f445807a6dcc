package io.tidemark.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.job.config.ConfigException;
import io.tidemark.savepoint.Json;
import java.util.regex.Pattern;

/**
 * Writes results as the JSON that {@code --json} prints and {@code --out} saves. Each says in
 * {@code versions.report} which version of the format it has.
 */
public final class ReportJson {
  /**
   * The version of the format. It is raised if a field is removed or changes its meaning; new
   * fields may be added without that.
   */
  public static final int VERSION = 2;

  /** The field that holds all versions; {@link #FORM} names the format's version in it. */
  public static final String VERSIONS = "versions";

  public static final String FORM = "report";

  private static final Pattern NUMBER = Pattern.compile("\\d{1,6}");

  private ReportJson() {}

  public static String write(Record result) {
    return Json.write(versioned(result));
  }

  /** Writes a result as one line, for output of one result per line. */
  public static String writeLine(Record result) {
    return Json.writeLine(versioned(result));
  }

  private static ObjectNode versioned(Record result) {
    ObjectNode report = Json.tree(result);
    report.withObjectProperty(VERSIONS).put(FORM, Integer.toString(VERSION));
    return report;
  }

  /**
   * Checks that this Tidemark can read the report's version. Earlier versions are read; a report
   * without a version is older than the first one.
   *
   * @param name name of the report for the error message
   * @throws ConfigException if a later Tidemark wrote it, because its fields may mean something
   *     else
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
