package io.tidemark.report;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.ab.AbResult;
import io.tidemark.ceiling.result.CeilingResult;
import io.tidemark.job.config.ConfigException;
import io.tidemark.measure.Window;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Reads a {@code report.json} back, even one of an earlier version, or with unknown fields. */
public final class ReportReader {
  /**
   * The largest file that is read. A search of hours has a few hundred steps of a few kilobytes
   * each.
   */
  private static final int MAX_BYTES = 64 << 20;

  private static final ObjectMapper JSON = mapper();

  private ReportReader() {}

  /**
   * Returns the page of a report of a search or of a comparison.
   *
   * @throws ConfigException if the file is neither
   */
  public static Page page(Path file) {
    byte[] bytes = bytes(file);
    try {
      return tree(file, bytes).has("measures")
          ? AbPage.of(comparison(file, bytes))
          : CeilingPage.of(ceiling(file, bytes));
    } catch (IllegalArgumentException e) {
      throw foreign(file, e.getMessage());
    }
  }

  /**
   * Returns the result of a search. Fields that its version did not have yet are missing.
   *
   * @throws ConfigException if the file is no report of a search
   */
  public static CeilingResult ceiling(Path file) {
    return ceiling(file, bytes(file));
  }

  /**
   * Returns the window to which a verdict of {@code watch} belongs.
   *
   * @param file file for the error message
   * @throws ConfigException if the bytes hold no window
   */
  public static Window watched(Path file, byte[] bytes) {
    JsonNode window = tree(file, bytes).path("window");
    if (!window.isObject()) {
      throw foreign(file, "window is missing");
    }
    return json(file, window.toString().getBytes(StandardCharsets.UTF_8), Window.class);
  }

  /**
   * Returns a file's JSON, for callers that need only a part of it.
   *
   * @throws ConfigException if it is no JSON, or a report of an unknown version
   */
  public static JsonNode tree(Path file) {
    return tree(file, bytes(file));
  }

  private static JsonNode tree(Path file, byte[] bytes) {
    JsonNode tree = json(file, bytes, JsonNode.class);
    ReportJson.requireKnown(file.toString(), tree);
    return tree;
  }

  static AbResult comparison(Path file) {
    return comparison(file, bytes(file));
  }

  /**
   * Returns the result of a search whose file has been read already.
   *
   * @param file file for the error message
   */
  public static CeilingResult ceiling(Path file, byte[] bytes) {
    return whole(file, bytes, CeilingResult.class, RequiredParts.OF_CEILING);
  }

  private static AbResult comparison(Path file, byte[] bytes) {
    return whole(file, bytes, AbResult.class, RequiredParts.OF_COMPARISON);
  }

  private static <T> T whole(Path file, byte[] bytes, Class<T> type, List<String> required) {
    JsonNode tree = tree(file, bytes);
    T result = json(file, bytes, type);
    RequiredParts.missing(tree, required)
        .ifPresent(
            part -> {
              throw foreign(file, part + " is missing");
            });
    return result;
  }

  private static <T> T json(Path file, byte[] bytes, Class<T> type) {
    try {
      T read = JSON.readValue(bytes, type);
      if (read == null) {
        throw foreign(file, "it is empty");
      }
      return read;
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

  private static byte[] bytes(Path file) {
    if (!Files.isRegularFile(file)) {
      throw foreign(file, "there is no such file");
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw foreign(file, "it has more than %d MiB".formatted(MAX_BYTES >> 20));
      }
      return bytes;
    } catch (IOException e) {
      throw new ConfigException("%s can't be read: %s".formatted(file, e.getMessage()), e);
    }
  }

  private static ConfigException foreign(Path file, String why) {
    return new ConfigException(
        "%s is no report: %s; expected a report.json that ceiling or ab wrote"
            .formatted(file, why));
  }
}
