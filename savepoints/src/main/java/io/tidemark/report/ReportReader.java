package io.tidemark.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.ab.AbResult;
import io.tidemark.ceiling.CeilingResult;
import io.tidemark.job.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads a {@code report.json} again, also one of a version that said more. */
public final class ReportReader {
  /** A search of hours has some hundred steps of a few kilobytes. */
  private static final long MOST_BYTES = 64L << 20;

  private static final ObjectMapper JSON =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

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
  public static CeilingResult ceiling(Path file) {
    try {
      if (!Files.isRegularFile(file) || Files.size(file) > MOST_BYTES) {
        throw new ConfigException(
            "%s is no report: %s"
                .formatted(
                    file,
                    Files.isRegularFile(file)
                        ? "it has more than %d MiB".formatted(MOST_BYTES >> 20)
                        : "there is no such file"));
      }
      CeilingResult result = JSON.readValue(Files.readAllBytes(file), CeilingResult.class);
      if (result.cause() == null || result.steps() == null || result.sentence() == null) {
        throw new ConfigException(
            "%s is no report of a ceiling: it has no cause, steps or sentence".formatted(file));
      }
      return result;
    } catch (JsonProcessingException e) {
      throw new ConfigException(
          "%s is no report of a ceiling: not the JSON that is expected, line %d"
              .formatted(file, e.getLocation() == null ? 1 : e.getLocation().getLineNr()),
          e);
    } catch (IOException e) {
      throw new ConfigException("%s can't be read: %s".formatted(file, e.getMessage()), e);
    }
  }
}
