package io.tidemark.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** A disk in a file, on which every write waits until it is there. Takes root, and loop devices. */
public final class SyncDisk implements AutoCloseable {
  private static final String BYTES = "512M";

  private final Path image;
  private final Path folder;

  /**
   * @throws IOException if none can be made here
   */
  public SyncDisk() throws IOException {
    image = Files.createTempFile("tidemark-disk-", ".img");
    folder = Files.createTempDirectory("tidemark-disk-");
    try {
      run("truncate", "-s", BYTES, "" + image);
      run("mkfs.ext4", "-q", "-F", "" + image);
      run("mount", "-o", "loop,sync", "" + image, "" + folder);
    } catch (IOException e) {
      delete();
      throw e;
    }
    // Servers run as users of their own.
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
  }

  public Path folder() {
    return folder;
  }

  private static void run(String... command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      String said = new String(process.getInputStream().readAllBytes()).strip();
      if (process.waitFor() != 0) {
        throw new IOException("%s: %s".formatted(List.of(command), said));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private void delete() throws IOException {
    Files.delete(image);
    Files.delete(folder);
  }

  @Override
  public void close() throws IOException {
    run("umount", "" + folder);
    delete();
  }
}
