package io.tidemark.kubernetes;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;

/** Tidemark's image by itself, in a pod as the manifests make them: not root, and read-only. */
final class ImagePod {
  private ImagePod() {}

  /**
   * @param name also of the Flink that it belongs to, as its JobManager
   * @param arguments for the entrypoint
   */
  static Pod of(String name, String namespace, String... arguments) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace(namespace)
        .addToLabels("app", name)
        .addToLabels("component", "jobmanager")
        .endMetadata()
        .withNewSpec()
        .withTerminationGracePeriodSeconds(1L)
        .withNewSecurityContext()
        .withRunAsNonRoot(true)
        .withNewSeccompProfile()
        .withType("RuntimeDefault")
        .endSeccompProfile()
        .endSecurityContext()
        .addNewContainer()
        .withName("flink")
        .withImage(ProgramPod.jobImage())
        .withImagePullPolicy("IfNotPresent")
        .withArgs(arguments)
        .withNewSecurityContext()
        .withAllowPrivilegeEscalation(false)
        .withReadOnlyRootFilesystem(true)
        .withNewCapabilities()
        .withDrop("ALL")
        .endCapabilities()
        .endSecurityContext()
        .addNewVolumeMount()
        .withName("tmp")
        .withMountPath("/tmp")
        .endVolumeMount()
        .addNewVolumeMount()
        .withName("log")
        .withMountPath("/opt/flink/log")
        .endVolumeMount()
        .endContainer()
        .addNewVolume()
        .withName("tmp")
        .withNewEmptyDir()
        .endEmptyDir()
        .endVolume()
        .addNewVolume()
        .withName("log")
        .withNewEmptyDir()
        .endEmptyDir()
        .endVolume()
        .endSpec()
        .build();
  }
}
