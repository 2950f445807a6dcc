package io.tidemark.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;

/** Results as JSON; what was not measured is left out. */
final class Json {
  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .setSerializationInclusion(JsonInclude.Include.NON_NULL)
          .enable(SerializationFeature.INDENT_OUTPUT);

  private Json() {}

  static String write(Record result) {
    return write(MAPPER.writer(), result);
  }

  /** On a single line, for one of many. */
  static String writeLine(Record result) {
    return write(MAPPER.writer().without(SerializationFeature.INDENT_OUTPUT), result);
  }

  private static String write(ObjectWriter writer, Record result) {
    try {
      return writer.writeValueAsString(result) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the result can't be written as JSON", e);
    }
  }
}
