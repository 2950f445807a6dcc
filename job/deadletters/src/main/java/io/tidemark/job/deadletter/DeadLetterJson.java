package io.tidemark.job.deadletter;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Instant;

/** Converts a dead letter to and from one line of JSON, with the original bytes in Base64. */
final class DeadLetterJson {
  private static final JsonFactory JSON = new JsonFactory();
  private static final ObjectMapper MAPPER = new ObjectMapper(JSON);

  private DeadLetterJson() {}

  /** Returns the JSON in UTF-8 without a line end. */
  static byte[] encode(DeadLetter letter) {
    return encode(letter, false);
  }

  /**
   * @param line whether to append a line end
   */
  static byte[] encode(DeadLetter letter, boolean line) {
    var bytes = new ByteArrayOutputStream(256 + 2 * letter.original().length);
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeStringField("time", Instant.ofEpochMilli(letter.timeMillis()).toString());
      json.writeStringField("reason", letter.reason());
      json.writeStringField("detail", letter.detail());
      if (letter.partition() < 0) {
        json.writeStringField("series", letter.origin());
        json.writeNumberField("timestamp", letter.offset());
      } else {
        json.writeStringField("origin", letter.origin());
        json.writeNumberField("partition", letter.partition());
        json.writeNumberField("offset", letter.offset());
      }
      if (!letter.run().isEmpty()) {
        json.writeStringField("run", letter.run());
      }
      json.writeBinaryField("original", letter.original());
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    if (line) {
      bytes.write('\n');
    }
    return bytes.toByteArray();
  }

  /**
   * Reads what {@link #encode} wrote; every field but the reason may be missing.
   *
   * @throws IOException if the text is something else
   */
  static DeadLetter decode(String line) throws IOException {
    JsonNode letter = MAPPER.readTree(line);
    if (!letter.path("reason").isTextual()) {
      throw new IOException("no reason");
    }
    boolean isSample = letter.has("series");
    byte[] original = letter.path("original").binaryValue();
    return new DeadLetter(
        letter.path(isSample ? "series" : "origin").asText(),
        isSample ? -1 : letter.path("partition").asInt(),
        letter.path(isSample ? "timestamp" : "offset").asLong(),
        letter.get("reason").asText(),
        letter.path("detail").asText(),
        original == null ? new byte[0] : original,
        time(letter.path("time").asText()),
        0,
        letter.path("run").asText());
  }

  private static long time(String text) throws IOException {
    try {
      return text.isEmpty() ? 0 : Instant.parse(text).toEpochMilli();
    } catch (DateTimeException e) {
      throw new IOException("no time", e);
    }
  }
}
