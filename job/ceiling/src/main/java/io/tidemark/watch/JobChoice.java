package io.tidemark.watch;

import io.tidemark.build.Version;
import io.tidemark.cluster.RunningJob;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.PublicSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Chooses which of a cluster's jobs is meant, and checks that this build can read it. */
final class JobChoice {
  private JobChoice() {}

  /**
   * @param wanted the job's id; empty for Tidemark's only one
   * @param published returns what a job says of itself, because anyone may have given it its name
   * @throws ConfigException if there is no such job, or more than one
   */
  static RunningJob of(
      List<RunningJob> running,
      Optional<String> wanted,
      String cluster,
      Function<RunningJob, Map<String, String>> published) {
    if (wanted.isPresent()) {
      return running.stream()
          .filter(job -> job.id().equals(wanted.get()))
          .findFirst()
          .orElseThrow(
              () ->
                  new ConfigException(
                      "--job=%s does not run on %s; %s"
                          .formatted(wanted.get(), cluster, list(running))));
    }
    List<RunningJob> ours =
        running.stream()
            .filter(job -> PublicSettings.parse(published.apply(job)).isPresent())
            .toList();
    if (ours.size() == 1) {
      return ours.get(0);
    }
    throw new ConfigException(
        ours.isEmpty()
            ? "no job of Tidemark's runs on %s; %s".formatted(cluster, list(running))
            : "%d jobs of Tidemark's run on %s; choose with --job: %s"
                .formatted(ours.size(), cluster, names(ours)));
  }

  private static String list(List<RunningJob> running) {
    return running.isEmpty() ? "nothing does" : "these do: " + names(running);
  }

  private static String names(List<RunningJob> jobs) {
    return jobs.stream()
        .map(job -> "%s (%s)".formatted(job.id(), job.name()))
        .collect(Collectors.joining(", "));
  }

  /**
   * @param published what the job says of itself
   * @throws ConfigException if it is not Tidemark's, or another build's
   */
  static PublicSettings settings(RunningJob job, Map<String, String> published) {
    PublicSettings settings =
        PublicSettings.parse(published)
            .orElseThrow(
                () ->
                    new ConfigException(
                        "job %s (%s) is none of Tidemark's, or of an older build that can't be watched"
                            .formatted(job.id(), job.name())));
    if (!settings.version().equals(Version.TIDEMARK)) {
      throw new ConfigException(
          "job %s was started by Tidemark %s, this is %s; watch it with the same build"
              .formatted(job.id(), settings.version(), Version.TIDEMARK));
    }
    return settings;
  }
}
