package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeadLettersCommandTest {
  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void countsByReasonAndShowsTheFirstOfEach() throws IOException {
    Files.writeString(
        folder.resolve("2026-a.jsonl"),
        letter("undecodable", 7, "broken\u001b[31m") + letter("no-timestamp", 8, "up 1"));
    Files.writeString(folder.resolve("2026-b.jsonl"), letter("undecodable", 9, "second"));
    Files.writeString(folder.resolve("other.txt"), "no letter");

    assertThat(execute(folder)).isZero();

    assertThat(out.toString().lines().map(String::strip))
        .containsExactly(
            "1  no-timestamp",
            "first: metrics, partition 3, offset or line 8",
            "why",
            "up 1",
            "2  undecodable",
            "first: metrics, partition 3, offset or line 7",
            "why",
            "broken.[31m");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void saysTheSameAsJson() throws IOException {
    Files.writeString(
        folder.resolve("a.jsonl"),
        letter("undecodable", 7, "up 1") + letter("undecodable", 8, "up 2") + "{\n");

    assertThat(execute("--json", folder.toString())).isZero();

    JsonNode counted = new ObjectMapper().readTree(out.toString());
    assertThat(counted.at("/reasons/0/reason").asText()).isEqualTo("undecodable");
    assertThat(counted.at("/reasons/0/count").asLong()).isEqualTo(2);
    assertThat(counted.at("/reasons/0/original").asText()).isEqualTo("up 1");
    assertThat(counted.get("reasons")).hasSize(1);
    assertThat(counted.get("unreadable").asLong()).isEqualTo(1);
    assertThat(counted.get("firstUnreadable").asText()).contains("a.jsonl");
  }

  @Test
  void showsTheBeginOfALongRecordAndTheSeriesOfASample() throws IOException {
    Files.writeString(
        folder.resolve("a.jsonl"),
        letter("too-large", 1, "x".repeat(5000))
            + "{\"reason\":\"timestamp-in-future\",\"detail\":\"\",\"series\":\"{a=\\\"1\\\"}\",\"timestamp\":5,\"original\":\"MQ==\"}\n");

    assertThat(execute(folder)).isZero();

    assertThat(out.toString())
        .contains("x".repeat(120) + " … 5,000 bytes")
        .contains("first: {a=\"1\"} at 5");
  }

  @Test
  void saysWhereNoLettersAre() throws IOException {
    assertThat(execute(folder)).isZero();
    assertThat(out.toString().strip()).isEqualTo("no dead letters in " + folder);

    Path nowhere = folder.resolve("nowhere");
    assertThat(execute(nowhere)).isEqualTo(2);
    assertThat(err.toString())
        .isEqualTo("tidemark: %s: no folder of dead letters%n".formatted(nowhere));
  }

  @Test
  void readsWhereTheConfigurationPutsThem() throws IOException {
    Files.writeString(folder.resolve("a.jsonl"), letter("too-old", 1, "y"));

    assertThat(execute("--set", "dead-letter.path=" + folder)).isZero();
    assertThat(out.toString().lines().map(String::strip)).contains("1  too-old");

    assertThat(execute("--set", "dead-letter.path=" + folder.toUri())).isZero();
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void aNamedFolderIsCountedWhateverTheConfigurationHolds() throws IOException {
    Files.writeString(folder.resolve("a.jsonl"), letter("too-old", 1, "y"));
    Path broken = Files.writeString(folder.resolve("broken.yaml"), "target: [");

    assertThat(execute("-c", broken.toString(), folder.toString())).isZero();
    assertThat(out.toString().lines().map(String::strip)).contains("1  too-old");

    assertThat(execute("-c", broken.toString())).isEqualTo(2);
  }

  @Test
  void saysWhatItCanNotRead() {
    assertThat(execute("--set", "dead-letter.path=s3://bucket/letters")).isEqualTo(2);
    assertThat(err.toString())
        .contains("dead-letter.path=s3://bucket/letters is not on this machine")
        .contains("DIR");

    assertThat(execute("--topic", folder.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("DIR and --topic exclude each other");
  }

  @Test
  void passesOverWhatIsNoLetterOrCutShortAndCountsIt() throws IOException {
    String whole = letter("x", 1, "y");
    byte[] cut = (whole + "{}\n" + whole + "{\"reason\":\"ü").getBytes(StandardCharsets.UTF_8);
    Path file = Files.write(folder.resolve("a.jsonl"), Arrays.copyOf(cut, cut.length - 1));
    Files.writeString(folder.resolve("b.jsonl"), letter("z", 2, "y"));

    assertThat(execute(folder)).isZero();

    assertThat(out.toString().lines().map(String::strip))
        .contains("2  x", "1  z")
        .endsWith("2  no dead letters, or cut short, and passed over; the first: " + file + ":2");
    assertThat(err.toString()).isEmpty();
  }

  private static String letter(String reason, int offset, String original) {
    byte[] bytes = original.getBytes(StandardCharsets.UTF_8);
    return "{\"reason\":\"%s\",\"detail\":\"why\",\"origin\":\"metrics\",\"partition\":3,\"offset\":%d,\"original\":\"%s\"}\n"
        .formatted(reason, offset, Base64.getEncoder().encodeToString(bytes));
  }

  private int execute(Path folder) {
    return execute(folder.toString());
  }

  private int execute(String... arguments) {
    String[] command =
        Stream.concat(Stream.of("dead-letters"), Stream.of(arguments)).toArray(String[]::new);
    return Main.execute(new PrintWriter(out), new PrintWriter(err), command);
  }
}
