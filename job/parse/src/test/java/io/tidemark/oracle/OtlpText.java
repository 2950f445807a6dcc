package io.tidemark.oracle;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.tidemark.parse.protobuf.OtlpRequests;
import io.tidemark.series.Sample;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What an OTLP request holds, and what becomes of its text. */
final class OtlpText {
  /** As Go quotes text, and as JSON does. */
  private static final Pattern ESCAPE =
      Pattern.compile(
          "\\\\(?:[\\\\\"abfnrtv]|x(\\p{XDigit}{2})|u(\\p{XDigit}{4})|U(\\p{XDigit}{8}))");

  private OtlpText() {}

  /** Whether a field of the format comes as a wire type that is not the field's. */
  static boolean holdsFieldOfAnotherType(byte[] request) {
    try {
      return holdsFieldOfAnotherType(OtlpRequests.read(request));
    } catch (InvalidProtocolBufferException e) {
      return false;
    }
  }

  private static boolean holdsFieldOfAnotherType(Message message) {
    for (int number : message.getUnknownFields().asMap().keySet()) {
      if (message.getDescriptorForType().findFieldByNumber(number) != null) {
        return true;
      }
    }
    for (Map.Entry<FieldDescriptor, Object> field : message.getAllFields().entrySet()) {
      List<?> values = field.getValue() instanceof List<?> list ? list : List.of(field.getValue());
      for (Object value : values) {
        if (value instanceof Message inner && holdsFieldOfAnotherType(inner)) {
          return true;
        }
      }
    }
    return false;
  }

  /** But for how the text in arrays is escaped. */
  static boolean isAlike(Sample sample, Sample other) {
    return sample.timestampMillis() == other.timestampMillis()
        && Double.doubleToLongBits(sample.value()) == Double.doubleToLongBits(other.value())
        && unescaped(sample).equals(unescaped(other));
  }

  private static Map<String, String> unescaped(Sample sample) {
    var labels = new TreeMap<>(sample.labels().toMap());
    labels.replaceAll((name, value) -> value.startsWith("[") ? unescaped(value) : value);
    return labels;
  }

  private static String unescaped(String text) {
    return ESCAPE
        .matcher(text)
        .replaceAll(
            escape -> {
              int code = character(escape.group().charAt(1));
              for (int group = 1; group <= 3; group++) {
                String hex = escape.group(group);
                code = hex == null ? code : Integer.parseInt(hex, 16);
              }
              return Matcher.quoteReplacement(Character.toString(code));
            });
  }

  private static char character(char escaped) {
    return switch (escaped) {
      case 'a' -> 7;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'v' -> 11;
      default -> escaped;
    };
  }
}
