package io.tidemark.kubernetes;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Why a pod does not run, in Kubernetes' words: its image, its volumes, no room, a crash. */
final class PodTrouble {
  /** What every pod waits for at its start. */
  private static final Set<String> NORMAL = Set.of("ContainerCreating", "PodInitializing");

  private PodTrouble() {}

  /** The first that is found; empty if all pods run or are on their way. */
  static Optional<String> of(List<Pod> pods) {
    return pods.stream().flatMap(PodTrouble::of).findFirst();
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
    return "pod %s: %s%s"
        .formatted(
            pod,
            waiting.getReason(),
            waiting.getMessage() == null ? "" : ": " + waiting.getMessage().strip());
  }
}
