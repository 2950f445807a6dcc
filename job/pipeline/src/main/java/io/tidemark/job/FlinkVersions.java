package io.tidemark.job;

import io.tidemark.job.config.ConfigException;
import java.util.List;

/**
 * The Flink versions that tests run the job on. Between minor versions the meaning of Flink's own
 * metrics and of internal interfaces can change, so the job runs on no minor version but these.
 */
public final class FlinkVersions {
  /** The first is the one this build compiles against and embeds. */
  public static final List<String> TESTED = List.of("2.2.1", "2.3.0");

  private FlinkVersions() {}

  /**
   * @param subject the words for that Flink with which the message begins
   * @throws ConfigException if no test has run the job on a Flink of this minor version
   */
  public static void require(String subject, String version) {
    if (TESTED.stream().noneMatch(tested -> minor(tested).equals(minor(version)))) {
      throw new ConfigException(
          "%s is Flink %s, where this Tidemark was never tested; it runs on %s"
              .formatted(subject, version, String.join(" and ", minors())));
    }
  }

  /**
   * A job that this process submits travels as objects of the Flink that it was built with; those
   * of another minor version lack fields there. Flink's own client builds the job where it runs.
   *
   * @throws ConfigException if this process can't submit to a Flink of this version
   */
  public static void requireSubmittable(String subject, String version) {
    require(subject, version);
    String ours = minor(TESTED.get(0));
    if (!minor(version).equals(ours)) {
      throw new ConfigException(
          "%s is Flink %s, and jobs are submitted from here to %s.x only; use its own client: flink run tidemark-job.jar"
              .formatted(subject, version, ours));
    }
  }

  private static List<String> minors() {
    return TESTED.stream()
        .map(version -> "%s.x (tested: %s)".formatted(minor(version), version))
        .toList();
  }

  private static String minor(String version) {
    return version.replaceAll("^(\\d+\\.\\d+)\\D.*", "$1");
  }
}
