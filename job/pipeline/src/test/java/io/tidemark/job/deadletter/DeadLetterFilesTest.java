package io.tidemark.job.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeadLetterFilesTest {
  @TempDir Path folder;

  private static DeadLetter letter(long offset, byte... original) {
    return new DeadLetter("metrics", 3, offset, "undecodable", "a \"b\"\n", original, 0);
  }

  private List<Path> files() throws Exception {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(f -> !f.getFileName().toString().startsWith(".")).sorted().toList();
    }
  }

  @Test
  void everyLetterIsInAFinishedFileOnceFlushed() throws Exception {
    var writer = new DeadLetterFiles(folder.toUri()).createWriter(null);
    writer.flush(false);
    assertThat(files()).isEmpty();
    writer.write(letter(1, (byte) 0, (byte) -1), null);
    writer.write(letter(2), null);
    writer.flush(false);
    writer.write(letter(3), null);
    writer.close();
    assertThat(files()).hasSize(2);
    List<String> lines = Files.readAllLines(files().get(0));
    assertThat(lines).hasSize(2);
    JsonNode first = new ObjectMapper().readTree(lines.get(0));
    assertThat(first.get("offset").asLong()).isEqualTo(1);
    assertThat(first.get("detail").asText()).isEqualTo("a \"b\"\n");
    assertThat(first.get("original").binaryValue()).isEqualTo(new byte[] {0, -1});
    assertThat(first.get("time").asText()).isEqualTo("1970-01-01T00:00:00Z");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "run[1]", "100%", "a%20b", "ümlaut#1?x", "{a}"})
  void aFolderMayHaveAnyName(String name) throws Exception {
    for (String path : List.of(folder + "/" + name, "file://" + folder + "/" + name)) {
      var writer = new DeadLetterFiles(DeadLetters.folder(path)).createWriter(null);
      writer.write(letter(1), null);
      writer.close();
      try (Stream<Path> files = Files.list(folder.resolve(name))) {
        assertThat(files).as(path).hasSize(path.startsWith("file:") ? 2 : 1);
      }
    }
  }

  @Test
  void aFolderOfAnotherFileSystemKeepsItsAddress() {
    assertThat(DeadLetters.folder("s3://bucket/dead-letters"))
        .isEqualTo(URI.create("s3://bucket/dead-letters"));
  }

  @Test
  void keepsTheLabelOfItsRun() throws Exception {
    var letter =
        new DeadLetter("{a=\"b\"}", -1, 17, "not-a-number", "", new byte[0], 0, "tidemark-1");

    String json = new String(DeadLetterJson.encode(letter), StandardCharsets.UTF_8);

    assertThat(DeadLetterJson.decode(json).run()).isEqualTo("tidemark-1");
    assertThat(DeadLetterJson.decode(json.replace(",\"run\":\"tidemark-1\"", "")).run()).isEmpty();
  }

  @Test
  void anAmplifiedSampleIsNamedBySeriesAndTimestamp() throws Exception {
    byte[] json =
        DeadLetterJson.encode(
            new DeadLetter("{a=\"b\"}", -1, 17, "rejected-400", "", new byte[0], 0));
    JsonNode letter = new ObjectMapper().readTree(json);
    assertThat(letter.get("series").asText()).isEqualTo("{a=\"b\"}");
    assertThat(letter.get("timestamp").asLong()).isEqualTo(17);
  }
}
