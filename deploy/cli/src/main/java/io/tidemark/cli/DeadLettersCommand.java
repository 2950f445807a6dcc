package io.tidemark.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.job.config.ConfigException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Counts the letters of a folder by reason, and shows the first of each. */
@Command(
    name = "dead-letters",
    description = "Count the dead letters in a folder by reason, and show the first of each.",
    footer = {"", "Example: tidemark dead-letters dead-letters"})
final class DeadLettersCommand implements Callable<Integer> {
  /** Of the record itself; the letter has all that was kept. */
  private static final int SHOWN_BYTES = 120;

  private static final ObjectMapper JSON = new ObjectMapper();

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "DIR",
      defaultValue = "dead-letters",
      description = "What dead-letter.path named; default: ${DEFAULT-VALUE}.")
  private Path folder;

  private static final class Letters {
    private final JsonNode first;
    private long count;

    Letters(JsonNode first) {
      this.first = first;
    }
  }

  @Override
  public Integer call() {
    var byReason = new TreeMap<String, Letters>();
    for (Path file : files()) {
      read(file, byReason);
    }
    PrintWriter out = spec.commandLine().getOut();
    byReason.forEach((reason, letters) -> print(out, reason, letters));
    if (byReason.isEmpty()) {
      out.println("no dead letters in " + folder);
    }
    return Main.DONE;
  }

  private List<Path> files() {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".jsonl")).sorted().toList();
    } catch (IOException e) {
      throw new ConfigException("%s: no folder of dead letters".formatted(folder), e);
    }
  }

  private static void read(Path file, TreeMap<String, Letters> byReason) {
    int number = 0;
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        JsonNode letter = JSON.readTree(line);
        byReason.computeIfAbsent(letter.required("reason").asText(), r -> new Letters(letter))
            .count++;
      }
    } catch (IOException | IllegalArgumentException e) {
      throw new ConfigException("%s:%d: no dead letter".formatted(file, number), e);
    }
  }

  private static void print(PrintWriter out, String reason, Letters letters) {
    JsonNode first = letters.first;
    out.printf("%,10d  %s%n", letters.count, reason);
    out.printf("            first: %s%n", where(first));
    out.printf("            %s%n", first.path("detail").asText());
    out.printf("            %s%n", original(first));
  }

  private static String where(JsonNode letter) {
    return letter.has("series")
        ? "%s at %d".formatted(letter.get("series").asText(), letter.path("timestamp").asLong())
        : "%s, partition %d, offset or line %d"
            .formatted(
                letter.path("origin").asText(),
                letter.path("partition").asInt(),
                letter.path("offset").asLong());
  }

  /** What no terminal should see is a point. */
  private static String original(JsonNode letter) {
    byte[] bytes;
    try {
      bytes = letter.path("original").binaryValue();
    } catch (IOException e) {
      bytes = null;
    }
    if (bytes == null) {
      return "";
    }
    int shown = Math.min(bytes.length, SHOWN_BYTES);
    var text = new StringBuilder();
    new String(bytes, 0, shown, StandardCharsets.UTF_8)
        .codePoints()
        .map(c -> Character.isISOControl(c) || c == 0xFFFD ? '.' : c)
        .forEach(text::appendCodePoint);
    return bytes.length > shown ? text + " … %,d bytes".formatted(bytes.length) : text.toString();
  }
}
