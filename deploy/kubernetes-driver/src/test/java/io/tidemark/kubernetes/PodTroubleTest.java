package io.tidemark.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

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
    assertThat(PodTrouble.of(List.of(waiting("ErrImagePull", " no such image\n"))))
        .contains("pod tidemark-1: ErrImagePull: no such image");
  }

  @Test
  void aPodWithoutRoomIsToldAsTheSchedulerSaysIt() {
    assertThat(PodTrouble.of(List.of(scheduled("False"))))
        .contains("pod tidemark-2: Unschedulable: 0/1 nodes are available: 1 Insufficient memory.");
  }
}
