package io.tidemark.benchmarks.lab.part;

import io.tidemark.process.Poll;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Finds and removes what a killed lab has left behind: control groups, namespaces, disks, and
 * Flink's session clusters. Its other processes and their folders end by themselves ({@link
 * io.tidemark.process.OwnedProcess}).
 */
public final class Leftovers {
  private static final Duration GUARDS_END = Duration.ofSeconds(3);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

  private Leftovers() {}

  /**
   * Removes what is no longer needed, and returns the names. Also called when this process ends.
   */
  public static synchronized List<String> clean() {
    List<String> found = find();
    if (found.isEmpty()) {
      SlowDisk.forgetUnused();
      return found;
    }
    // The owner may just have ended, and its processes are ending now.
    Poll.until(GUARDS_END, LOOK_AGAIN, () -> find().isEmpty());
    for (Path folder : entries(Path.of(System.getProperty("java.io.tmpdir")))) {
      if (folder.toString().endsWith(Session.KIND)) {
        Session.stop(Path.of(System.getProperty("tidemark.root")), folder);
      } else {
        SlowDisk.remove(folder);
      }
    }
    SlowDisk.forgetUnused();
    entries(Path.of("/run/netns"))
        .forEach(namespace -> Wire.remove(namespace.getFileName().toString()));
    Wire.removeRoute();
    ControlGroup.trees().forEach(tree -> entries(tree).forEach(ControlGroup::remove));
    return found;
  }

  /** Returns what is left behind. */
  public static List<String> find() {
    var all = new ArrayList<Path>();
    all.addAll(entries(Path.of(System.getProperty("java.io.tmpdir"))));
    all.addAll(entries(Path.of("/run/netns")));
    ControlGroup.trees().forEach(tree -> all.addAll(entries(tree)));
    return all.stream().map(Path::toString).toList();
  }

  private static List<Path> entries(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(path -> LabName.isLeftBehind(path.getFileName().toString())).toList();
    } catch (IOException e) {
      return List.of();
    }
  }
}
