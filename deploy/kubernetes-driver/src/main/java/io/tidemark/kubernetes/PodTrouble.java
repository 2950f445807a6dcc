package io.tidemark.kubernetes;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds out why a pod does not run, in Kubernetes' words, such as its image, its volumes, a lack of
 * room, or a crash.
 */
final class PodTrouble {
  /** Reasons for waiting that every pod has while it starts. */
  private static final Set<String> NORMAL = Set.of("ContainerCreating", "PodInitializing");

  private static final String CAUSE = "Caused by: ";

  /** A line of a stack trace. */
  private static final Pattern STACK = Pattern.compile("^\\s+(at |\\.\\.\\. )");

  private PodTrouble() {}

  /**
   * Returns the first trouble that is found, in one line; empty if all pods run or are starting
   * normally.
   */
  static Optional<String> of(List<Pod> pods) {
    return pods.stream()
        .flatMap(PodTrouble::of)
        .map(words -> words.strip().replaceAll("\\s+", " "))
        .findFirst();
  }

  private static Stream<String> of(Pod pod) {
    String name = pod.getMetadata().getName();
    return Stream.concat(
        pod.getStatus().getConditions().stream()
            .filter(
                condition ->
                    "PodScheduled".equals(condition.getType())
                        && "False".equals(condition.getStatus()))
            .map(condition -> line(name, condition)),
        pod.getStatus().getContainerStatuses().stream()
            .map(container -> line(name, container))
            .filter(Objects::nonNull));
  }

  private static String line(String pod, PodCondition condition) {
    return "pod %s: %s: %s".formatted(pod, condition.getReason(), condition.getMessage());
  }

  private static String line(String pod, ContainerStatus container) {
    var waiting = container.getState().getWaiting();
    if (waiting == null || NORMAL.contains(waiting.getReason())) {
      return null;
    }
    Optional<String> why = crash(container).or(() -> Optional.ofNullable(waiting.getMessage()));
    return "pod %s: %s%s"
        .formatted(pod, waiting.getReason(), why.map(words -> ": " + words).orElse(""));
  }

  /**
   * Returns the root cause of a process that ended, or else its last line. The manifests' {@code
   * terminationMessagePolicy} makes Kubernetes keep the end of the log.
   */
  private static Optional<String> crash(ContainerStatus container) {
    var state = container.getLastState();
    if (state == null || state.getTerminated() == null) {
      return Optional.empty();
    }
    String log = state.getTerminated().getMessage();
    if (log == null) {
      return Optional.empty();
    }
    List<String> said =
        log.lines().filter(line -> !line.isBlank() && !STACK.matcher(line).find()).toList();
    return said.stream()
        .filter(line -> line.startsWith(CAUSE))
        .map(line -> line.substring(CAUSE.length()))
        .reduce((first, last) -> last)
        .or(() -> said.stream().reduce((first, last) -> last));
  }
}
