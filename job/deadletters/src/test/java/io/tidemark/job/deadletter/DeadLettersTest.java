package io.tidemark.job.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class DeadLettersTest {
  @Test
  void aFolderOfAnotherFileSystemKeepsItsAddress() {
    assertThat(DeadLetterFiles.folder("s3://bucket/dead-letters").toUri())
        .isEqualTo(URI.create("s3://bucket/dead-letters"));
  }

  @Test
  void keepsTheLabelOfItsRun() throws Exception {
    var letter =
        new DeadLetter("{a=\"b\"}", -1, 17, "not-a-number", "", new byte[0], 0, 0, "tidemark-1");

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
