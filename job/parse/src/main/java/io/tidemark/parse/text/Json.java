package io.tidemark.parse.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import io.tidemark.parse.RejectedException;
import io.tidemark.series.InvalidLabelsException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * The settings and helpers for reading JSON, which accept numbers and characters that JSON forbids
 * but senders write.
 */
final class Json {
  /** Largest depth of nested arrays and objects; metrics have four. */
  private static final int MAX_DEPTH = 300;

  /**
   * The length of strings is not limited here, because records that are too long are refused
   * earlier.
   */
  private static final int ANY_LENGTH = Integer.MAX_VALUE;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
          .enable(JsonReadFeature.ALLOW_LEADING_ZEROS_FOR_NUMBERS)
          .enable(JsonReadFeature.ALLOW_LEADING_DECIMAL_POINT_FOR_NUMBERS)
          .enable(JsonReadFeature.ALLOW_TRAILING_DECIMAL_POINT_FOR_NUMBERS)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxNameLength(ANY_LENGTH)
                  .maxStringLength(ANY_LENGTH)
                  .maxNumberLength(ANY_LENGTH)
                  .build())
          .build();

  private Json() {}

  static JsonParser parser(String json) throws IOException {
    return FACTORY.createParser(json);
  }

  /**
   * @throws InvalidLabelsException if the bytes are not UTF-8
   */
  static String text(byte[] record, int from, int to) throws InvalidLabelsException {
    var text = new String(record, from, to - from, StandardCharsets.UTF_8);
    if (text.indexOf('\uFFFD') >= 0) {
      try {
        StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(record, from, to - from));
      } catch (CharacterCodingException notText) {
        throw new InvalidLabelsException("JSON that is not UTF-8");
      }
    }
    return text;
  }

  /**
   * Returns the JSON with quotes around each {@code Inf} and {@code NaN} in an array, in lower
   * case. Those in an object stay, and are an error.
   */
  static String withQuotedWords(String json) {
    var quoted = new StringBuilder(json.length() + 16);
    boolean inString = false;
    char before = 0;
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      int digits = i + (c == '-' || c == '+' ? 1 : 0);
      if (c == '\\' && inString) {
        quoted.append(json, i, Math.min(i + 2, json.length()));
        i++;
      } else if ((before == '[' || before == ',')
          && (isWord(json, digits, "inf") || isWord(json, digits, "nan"))) {
        boolean hasSign = c == '-' && isWord(json, digits, "inf");
        String word = json.substring(hasSign ? i : digits, digits + 3);
        quoted.append('"').append(word.toLowerCase(Locale.ROOT)).append('"');
        i = digits + 2;
        before = '"';
      } else {
        inString ^= c == '"';
        before = inString || c == '"' ? '"' : c > ' ' ? c : before;
        quoted.append(c);
      }
    }
    return quoted.toString();
  }

  private static boolean isWord(String json, int from, String word) {
    return json.regionMatches(true, from, word, 0, word.length());
  }

  static void expect(JsonParser json, JsonToken expected, String what)
      throws IOException, RejectedException {
    if (json.nextToken() != expected) {
      throw RejectedException.undecodable("expected " + what);
    }
  }

  /** Returns the number of the current token. */
  static double number(JsonParser json) throws IOException, RejectedException {
    try {
      return json.getDoubleValue();
    } catch (NumberFormatException e) {
      // A point without digits on either side is a token of a number, too.
      throw RejectedException.undecodable("not a number [text=%.40s]".formatted(json.getText()));
    }
  }

  static RejectedException malformed(IOException e) {
    String what =
        e instanceof JsonProcessingException json ? json.getOriginalMessage() : e.getMessage();
    return RejectedException.undecodable("not JSON: " + what);
  }
}
