package io.tidemark.report;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.ab.AbResult;
import io.tidemark.ceiling.CeilingResult;
import io.tidemark.ceiling.CeilingResult.Step;
import io.tidemark.ceiling.Finding;
import io.tidemark.ceiling.Window;
import io.tidemark.job.config.ConfigException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** Reads a {@code report.json} again, also one of a version that said more, or less. */
public final class ReportReader {
  /** A search of hours has some hundred steps of a few kilobytes. */
  private static final int MOST_BYTES = 64 << 20;

  private static final ObjectMapper JSON = mapper();

  private ReportReader() {}

  /**
   * The page of a search's or a comparison's report.
   *
   * @throws ConfigException if it is neither
   */
  public static Page page(Path file) {
    return isComparison(file) ? AbPage.of(comparison(file)) : CeilingPage.of(ceiling(file));
  }

  private static boolean isComparison(Path file) {
    try {
      return Files.isRegularFile(file)
          && Files.size(file) <= MOST_BYTES
          && JSON.readTree(Files.readAllBytes(file)).has("measures");
    } catch (IOException e) {
      return false; // what is wrong with it is said when it is read
    }
  }

  private static AbResult comparison(Path file) {
    try {
      return JSON.readValue(Files.readAllBytes(file), AbResult.class);
    } catch (IOException e) {
      throw new ConfigException(
          "%s is no report of a comparison: not the JSON that is expected".formatted(file), e);
    }
  }

  /**
   * @throws ConfigException if it is no report
   */
  public static Page page(Path file) {
    CeilingResult result = ceiling(file);
    try {
      return CeilingPage.of(result);
    } catch (IllegalArgumentException e) {
      throw foreign(file, e.getMessage());
    }
  }

  /**
   * @throws ConfigException if it is no report
   */
  public static CeilingResult ceiling(Path file) {
    try {
      CeilingResult result = JSON.readValue(bytes(file), CeilingResult.class);
      if (result == null) {
        throw foreign(file, "it is empty");
      }
      require(file, result);
      return result;
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      throw foreign(file, "line %d is not the JSON that is expected".formatted(line));
    } catch (IOException e) {
      throw new ConfigException("%s can't be read: %s".formatted(file, e.getMessage()), e);
    }
  }

  private static ObjectMapper mapper() {
    var mapper =
        new ObjectMapper()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    var empty = JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY, Nulls.FAIL);
    mapper.configOverride(List.class).setSetterInfo(empty);
    mapper.configOverride(Map.class).setSetterInfo(empty);
    return mapper;
  }

  private static byte[] bytes(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw foreign(file, "there is no such file");
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw foreign(file, "it has more than %d MiB".formatted(MOST_BYTES >> 20));
      }
      return bytes;
    }
  }

  private static void require(Path file, CeilingResult result) {
    for (Map.Entry<String, Object> part : parts(result).entrySet()) {
      if (part.getValue() == null) {
        throw foreign(file, "%s is missing".formatted(part.getKey()));
      }
    }
  }

  /** What no report lacks; everything else may not have been measured. */
  private static Map<String, Object> parts(CeilingResult result) {
    var parts = new LinkedHashMap<String, Object>();
    parts.put("cause", result.cause());
    parts.put("confidence", result.confidence());
    parts.put("sentence", result.sentence());
    parts.put("target", result.target());
    parts.put("layout", result.layout());
    parts.put("startedAt", result.startedAt());
    each(parts, "steps", result.steps(), ReportReader::step);
    each(parts, "evidence", result.evidence(), ReportReader::finding);
    each(parts, "against", List.copyOf(result.against().values()), ReportReader::finding);
    each(
        parts,
        "interventions",
        result.interventions(),
        (at, change) -> at.put("changed", change.changed()));
    each(parts, "forecast", result.forecast(), (at, forecast) -> at.put("bound", forecast.bound()));
    return parts;
  }

  private static <T> void each(
      Map<String, Object> parts, String name, List<T> list, BiConsumer<Map<String, Object>, T> of) {
    for (int i = 0; i < list.size(); i++) {
      var own = new LinkedHashMap<String, Object>();
      of.accept(own, list.get(i));
      String at = "%s[%d].".formatted(name, i);
      own.forEach((part, value) -> parts.put(at + part, value));
    }
  }

  private static void step(Map<String, Object> parts, Step step) {
    Window window = step.window();
    parts.put("phase", step.phase());
    parts.put("window", window);
    if (window != null) {
      parts.put("window.load", window.load());
      parts.put("window.throughput", window.throughput());
      parts.put("window.requests", window.requests());
      parts.put("window.inFlight", window.inFlight());
      parts.put("window.job", window.job());
      each(parts, "window.tasks", window.tasks(), (at, task) -> at.put("name", task.name()));
    }
  }

  private static void finding(Map<String, Object> parts, Finding finding) {
    parts.put("signal", finding.signal());
    parts.put("value", finding.value());
    parts.put("threshold", finding.threshold());
  }

  private static ConfigException foreign(Path file, String why) {
    return new ConfigException(
        "%s is no report: %s; expected a report.json that ceiling wrote".formatted(file, why));
  }
}
