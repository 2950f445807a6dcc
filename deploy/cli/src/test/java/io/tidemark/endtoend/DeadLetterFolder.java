package io.tidemark.endtoend;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The dead letters that a run left in a folder. */
final class DeadLetterFolder {
  private DeadLetterFolder() {}

  static List<JsonNode> read(Path folder) throws IOException {
    var letters = new ArrayList<JsonNode>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".jsonl")).toList()) {
        for (String line : Files.readAllLines(file)) {
          letters.add(new ObjectMapper().readTree(line));
        }
      }
    }
    return letters;
  }
}
