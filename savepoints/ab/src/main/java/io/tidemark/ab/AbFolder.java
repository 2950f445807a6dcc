package io.tidemark.ab;

import io.tidemark.job.RootCause;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.SizeText;
import io.tidemark.process.FolderCopy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The files that a comparison keeps: {@code ab.json}, the configurations, the savepoint, and the
 * warmed-up data of a database that Tidemark starts.
 */
final class AbFolder {
  private static final String SAVEPOINTS = "savepoints";

  /** The space that a savepoint needs in addition to the requests in flight. */
  private static final long SAVEPOINT_REST_BYTES = 64L << 20;

  private final Path folder;

  AbFolder(Path folder) {
    this.folder = folder.toAbsolutePath().normalize();
  }

  Path path() {
    return folder;
  }

  /**
   * @throws ConfigException if a comparison was begun in this folder
   */
  void requireNew() {
    if (Files.exists(folder.resolve(Progress.FILE))) {
      throw new ConfigException(
          "--out %s holds a comparison already; go on with it (--resume %s) or name another folder"
              .formatted(folder, folder));
    }
  }

  /**
   * Creates the folder and writes the configurations.
   *
   * @param isLocal whether Flink can reach this folder
   * @throws ConfigException if the folder can't be written to, or has no room for a savepoint
   */
  void make(Map<Arm, JobConfig> configs, Progress progress, boolean isLocal) {
    try {
      Files.createDirectories(folder.resolve(SAVEPOINTS));
      for (var config : configs.entrySet()) {
        Path file = configFile(config.getKey());
        Files.writeString(file, ConfigLoader.print(config.getValue()));
        // An address may contain a secret.
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
      }
    } catch (IOException e) {
      throw new ConfigException(
          "--out %s can't be written to: %s".formatted(folder, RootCause.of(e)), e);
    }
    if (isLocal && progress.savepoint() == null) {
      requireSpace(configs.get(Arm.A), folder.toFile().getUsableSpace());
    }
    progress.save(folder);
  }

  /**
   * Requires room for a savepoint, which holds the requests in flight: at most the in-flight limit
   * of full batches, uncompressed.
   */
  static void requireSpace(JobConfig config, long freeBytes) {
    long needed = config.write().inFlight() * config.write().batchBytes() + SAVEPOINT_REST_BYTES;
    if (freeBytes < needed) {
      throw new ConfigException(
          "no room for a savepoint [free=%s, needed=%s: write.in-flight=%d × write.batch-bytes=%s, and %s]; name a folder on a larger disk with --out"
              .formatted(
                  SizeText.format(freeBytes),
                  SizeText.format(needed),
                  config.write().inFlight(),
                  SizeText.format(config.write().batchBytes()),
                  SizeText.format(SAVEPOINT_REST_BYTES)));
    }
  }

  private Path configFile(Arm arm) {
    return folder.resolve(arm.lower() + ".yaml");
  }

  Map<Arm, JobConfig> configs() {
    var configs = new EnumMap<Arm, JobConfig>(Arm.class);
    for (Arm arm : Arm.values()) {
      ConfigLoader.Text file = ConfigLoader.read(configFile(arm), "--resume");
      configs.put(arm, ConfigLoader.load(List.of(file), List.of()).config());
    }
    return configs;
  }

  /**
   * Returns the folder in which Flink is to put the savepoint.
   *
   * @throws ConfigException if no folder is configured that the cluster can reach
   */
  String savepoints(JobConfig config, boolean isLocal) {
    if (isLocal) {
      return folder.resolve(SAVEPOINTS).toUri().toString();
    }
    if (config.checkpoint().dir().isEmpty()) {
      throw new ConfigException(
          "checkpoint.dir is empty; a savepoint needs a folder that this machine and the cluster's see");
    }
    return config.checkpoint().dir();
  }

  /**
   * Returns the folder with the warmed-up data of a side's database; A's, if both sides share it.
   */
  Path database(Arm arm) {
    return folder.resolve("database-" + arm.lower());
  }

  void removeDatabase() {
    for (Arm arm : Arm.values()) {
      FolderCopy.remove(database(arm));
    }
  }
}
