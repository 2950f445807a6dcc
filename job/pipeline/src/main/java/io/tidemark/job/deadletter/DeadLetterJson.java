package io.tidemark.job.deadletter;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;

/** A dead letter as one line of JSON; the original bytes in Base64. */
final class DeadLetterJson {
  private static final JsonFactory JSON = new JsonFactory();

  private DeadLetterJson() {}

  /** UTF-8, without the line's end. */
  static byte[] encode(DeadLetter letter) {
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
      json.writeBinaryField("original", letter.original());
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return bytes.toByteArray();
  }
}
