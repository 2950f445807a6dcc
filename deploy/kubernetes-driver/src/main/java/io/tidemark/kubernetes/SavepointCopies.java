package io.tidemark.kubernetes;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.ContainerResource;
import io.fabric8.kubernetes.client.dsl.ExecWatch;
import io.tidemark.process.FolderCopy;
import io.tidemark.process.OwnedProcess;
import io.tidemark.process.RunException;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Copies of savepoints from a volume that only pods can read. They hold only source positions and
 * counts, so they are small.
 */
final class SavepointCopies implements AutoCloseable {
  private static final String CONTAINER = "flink-main-container";

  private final KubernetesClient client;
  private final Supplier<Optional<Pod>> jobManager;
  private final Map<String, String> copies = new HashMap<>();
  private Path folder;

  SavepointCopies(KubernetesClient client, Supplier<Optional<Pod>> jobManager) {
    this.client = client;
    this.jobManager = jobManager;
  }

  /**
   * Returns a path at which this process can read the savepoint.
   *
   * @return the copy's path, or the same address if it is no file, because this process may reach
   *     that
   */
  String of(String savepoint) {
    return savepoint.startsWith("file:") || savepoint.startsWith("/")
        ? copies.computeIfAbsent(savepoint, this::copy)
        : savepoint;
  }

  private String copy(String savepoint) {
    String path = savepoint.startsWith("/") ? savepoint : URI.create(savepoint).getPath();
    Pod pod =
        jobManager.get().orElseThrow(() -> new RunException("the JobManager's pod is not there"));
    ContainerResource container =
        client
            .pods()
            .inNamespace(pod.getMetadata().getNamespace())
            .withName(pod.getMetadata().getName())
            .inContainer(CONTAINER);
    if (folder == null) {
      folder = OwnedProcess.newFolder("savepoints");
    }
    Path to = folder.resolve(Path.of(path).getFileName());
    for (String file : list(container, path)) {
      if (!container.file(path + "/" + file).copy(to.resolve(file))) {
        throw new RunException("the savepoint's file %s/%s can't be read".formatted(path, file));
      }
    }
    return to.toUri().toString();
  }

  private static String[] list(ContainerResource container, String path) {
    var out = new ByteArrayOutputStream();
    try (ExecWatch listing = container.writingOutput(out).exec("ls", path)) {
      listing.exitCode().join();
    }
    return out.toString(StandardCharsets.UTF_8).strip().split("\\s+");
  }

  @Override
  public void close() {
    if (folder != null) {
      FolderCopy.remove(folder);
    }
  }
}
