package io.tidemark.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class PodTroubleTest {
  private static Pod waiting(String reason, String message) {
    return new PodBuilder()
        .withNewMetadata()
        .withName("tidemark-1")
        .endMetadata()
        .withNewStatus()
        .addNewContainerStatus()
        .withNewState()
        .withNewWaiting()
        .withReason(reason)
        .withMessage(message)
        .endWaiting()
        .endState()
        .endContainerStatus()
        .endStatus()
        .build();
  }

  private static Pod scheduled(String status) {
    return new PodBuilder()
        .withNewMetadata()
        .withName("tidemark-2")
        .endMetadata()
        .withNewStatus()
        .addNewCondition()
        .withType("PodScheduled")
        .withStatus(status)
        .withReason("Unschedulable")
        .withMessage("0/1 nodes are available: 1 Insufficient memory.")
        .endCondition()
        .endStatus()
        .build();
  }

  @Test
  void aPodOnItsWayIsNoTrouble() {
    assertThat(
            PodTrouble.of(
                List.of(
                    waiting("ContainerCreating", null),
                    waiting("PodInitializing", null),
                    scheduled("True"))))
        .isEmpty();
  }

  @Test
  void anImageThatIsNotThereIsToldWithItsPod() {
    assertThat(PodTrouble.of(List.of(waiting("ErrImagePull", " no such\n  image\n"))))
        .contains("pod tidemark-1: ErrImagePull: no such image");
  }

  @Test
  void aProcessThatEndsAgainAndAgainIsToldWithItsRootCause() {
    String log =
        """
        Exception in thread "main" java.lang.IllegalStateException: can't start
        \tat a.B.c(B.java:1)
        Caused by: java.lang.IllegalArgumentException: middle
        \tat a.B.d(B.java:2)
        Caused by: java.io.IOException: /data is full
        \tat a.B.e(B.java:3)
        \t... 7 more
        """;

    assertThat(PodTrouble.of(List.of(crashing(log))))
        .contains("pod tidemark-1: CrashLoopBackOff: java.io.IOException: /data is full");
    assertThat(PodTrouble.of(List.of(crashing("starting\nno such option\n"))))
        .contains("pod tidemark-1: CrashLoopBackOff: no such option");
  }

  private static Pod crashing(String log) {
    Pod pod = waiting("CrashLoopBackOff", "back-off 10s restarting");
    pod.getStatus()
        .getContainerStatuses()
        .get(0)
        .setLastState(
            new ContainerStateBuilder()
                .withNewTerminated()
                .withMessage(log)
                .endTerminated()
                .build());
    return pod;
  }

  @Test
  void aPodWithoutRoomIsToldAsTheSchedulerSaysIt() {
    assertThat(PodTrouble.of(List.of(scheduled("False"))))
        .contains("pod tidemark-2: Unschedulable: 0/1 nodes are available: 1 Insufficient memory.");
  }
}
