package io.tidemark.fuzz;

import io.tidemark.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Inputs kept in the tree, in a folder for each subject: what found something, and some others. */
final class Corpus {
  static final Path FOLDER = Repository.root().resolve("deploy/cli/src/test/corpus");

  private Corpus() {}

  static List<byte[]> of(Subject subject) throws IOException {
    try (Stream<Path> files = Files.list(FOLDER.resolve(subject.name()))) {
      var inputs = new ArrayList<byte[]>();
      for (Path file : files.sorted().toList()) {
        inputs.add(Files.readAllBytes(file));
      }
      return inputs;
    }
  }

  static List<String> folders() throws IOException {
    try (Stream<Path> folders = Files.list(FOLDER)) {
      return folders.map(folder -> folder.getFileName().toString()).toList();
    }
  }
}
