package io.tidemark.savepoint;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** Reads and writes results as JSON, without the values that were not measured. */
public final class Json {
  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL)
          .enable(SerializationFeature.INDENT_OUTPUT);

  private Json() {}

  public static String write(Record result) {
    return write(MAPPER.writer(), result);
  }

  /** Returns the result as a tree, to which callers can add fields. */
  public static ObjectNode tree(Record result) {
    return MAPPER.valueToTree(result);
  }

  public static String write(ObjectNode tree) {
    return write(MAPPER.writer(), tree);
  }

  /** Writes a tree as one line, for output of one result per line. */
  public static String writeLine(ObjectNode tree) {
    return write(MAPPER.writer().without(SerializationFeature.INDENT_OUTPUT), tree);
  }

  private static String write(ObjectWriter writer, Object result) {
    try {
      return writer.writeValueAsString(result) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the result can't be written as JSON", e);
    }
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IOException if the bytes are no such JSON
   */
  public static <T extends Record> T read(byte[] json, Class<T> type) throws IOException {
    return MAPPER.readValue(json, type);
  }
}
