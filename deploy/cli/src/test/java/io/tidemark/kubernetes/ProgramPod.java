package io.tidemark.kubernetes;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.tidemark.build.Version;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * A small Java program of the tests in a pod of its own: its classes travel in a ConfigMap, and its
 * Java is that of Tidemark's image.
 *
 * @param port where it listens
 * @param classes the main class first; those nested in them come along
 */
record ProgramPod(String name, int port, List<Class<?>> classes, List<String> arguments) {
  private static final String JAR = "program.jar";

  ConfigMap code(String namespace) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace(namespace)
        .endMetadata()
        .addToBinaryData(JAR, Base64.getEncoder().encodeToString(jar()))
        .build();
  }

  private byte[] jar() {
    var bytes = new ByteArrayOutputStream();
    try (var jar = new ZipOutputStream(bytes)) {
      for (Class<?> type : classes.stream().flatMap(ProgramPod::withNested).toList()) {
        String file = type.getName().replace('.', '/') + ".class";
        jar.putNextEntry(new ZipEntry(file));
        try (InputStream code = type.getClassLoader().getResourceAsStream(file)) {
          code.transferTo(jar);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static Stream<Class<?>> withNested(Class<?> type) {
    return Stream.concat(
        Stream.of(type), Stream.of(type.getDeclaredClasses()).flatMap(ProgramPod::withNested));
  }

  /** Ready when it listens. */
  Pod pod(String namespace) {
    var command = new ArrayList<>(List.of("java", "-Xmx128m", "-cp", "/program/" + JAR));
    command.add(classes.get(0).getName());
    command.addAll(arguments);
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace(namespace)
        .addToLabels("app", name)
        .endMetadata()
        .withNewSpec()
        .withTerminationGracePeriodSeconds(1L)
        .addNewContainer()
        .withName("program")
        .withImage(jobImage())
        .withImagePullPolicy("IfNotPresent")
        .withCommand(command)
        .withNewReadinessProbe()
        .withPeriodSeconds(1)
        .withNewTcpSocket()
        .withNewPort(port)
        .endTcpSocket()
        .endReadinessProbe()
        .addNewVolumeMount()
        .withName("code")
        .withMountPath("/program")
        .endVolumeMount()
        .endContainer()
        .addNewVolume()
        .withName("code")
        .withNewConfigMap()
        .withName(name)
        .endConfigMap()
        .endVolume()
        .endSpec()
        .build();
  }

  /** The one that commands take, too. */
  static String jobImage() {
    String set = System.getenv("TIDEMARK_KUBERNETES_IMAGE");
    return set == null || set.isBlank() ? "tidemark:" + Version.TIDEMARK : set;
  }
}
