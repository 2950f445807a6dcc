package io.tidemark.oracle;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.WireFormat;
import io.tidemark.parse.protobuf.Otlp;
import io.tidemark.parse.protobuf.Otlp.KeyValue;
import io.tidemark.parse.protobuf.OtlpRequests;
import io.tidemark.parse.protobuf.WriteRequests;
import io.tidemark.series.Sample;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What an OTLP request holds, and what becomes of its text. */
final class OtlpText {
  /** As Go quotes text, and as JSON does. */
  private static final Pattern ESCAPE =
      Pattern.compile(
          "\\\\(?:[\\\\\"abfnrtv]|x(\\p{XDigit}{2})|u(\\p{XDigit}{4})|U(\\p{XDigit}{8}))");

  /** Fields that the database reads and the parsers have no use for, and their wire types. */
  private static final Map<String, Map<Integer, Integer>> PASSED_OVER =
      Map.of(
          // Description, unit, metadata.
          "Metric",
              Map.of(
                  2,
                  WireFormat.WIRETYPE_LENGTH_DELIMITED,
                  3,
                  WireFormat.WIRETYPE_LENGTH_DELIMITED,
                  12,
                  WireFormat.WIRETYPE_LENGTH_DELIMITED),
          // Whether a sum is monotonic.
          "Gauge", Map.of(3, WireFormat.WIRETYPE_VARINT),
          // Least and greatest.
          "ExponentialPoint",
              Map.of(12, WireFormat.WIRETYPE_FIXED64, 13, WireFormat.WIRETYPE_FIXED64));

  private OtlpText() {}

  /** Whether a field of the format comes as a wire type that is not the field's, or as a group. */
  static boolean holdsFieldOfAnotherType(byte[] request) {
    try {
      return holdsFieldOfAnotherType(OtlpRequests.read(request));
    } catch (InvalidProtocolBufferException e) {
      return false;
    }
  }

  private static boolean holdsFieldOfAnotherType(Message message) {
    Descriptor type = message.getDescriptorForType();
    Map<Integer, Integer> passedOver = PASSED_OVER.getOrDefault(type.getName(), Map.of());
    for (var unknown : message.getUnknownFields().asMap().entrySet()) {
      UnknownFieldSet.Field given = unknown.getValue();
      Integer wireType = passedOver.get(unknown.getKey());
      if (type.findFieldByNumber(unknown.getKey()) != null
          || !given.getGroupList().isEmpty()
          || wireType != null && !isOf(wireType, given)) {
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

  private static boolean isOf(int wireType, UnknownFieldSet.Field given) {
    return (wireType == WireFormat.WIRETYPE_VARINT || given.getVarintList().isEmpty())
        && (wireType == WireFormat.WIRETYPE_FIXED32 || given.getFixed32List().isEmpty())
        && (wireType == WireFormat.WIRETYPE_FIXED64 || given.getFixed64List().isEmpty())
        && (wireType == WireFormat.WIRETYPE_LENGTH_DELIMITED
            || given.getLengthDelimitedList().isEmpty());
  }

  /** Whether more than one is given of what there is one of, or of what excludes each other. */
  static boolean givesOneTwice(byte[] request) {
    return givesOneTwice(Otlp.Request.getDescriptor(), ByteString.copyFrom(request));
  }

  /** Of what is broken there is nothing given. */
  static boolean givesOneTwice(Descriptor type, ByteString message) {
    UnknownFieldSet given;
    try {
      given = UnknownFieldSet.parseFrom(message);
    } catch (InvalidProtocolBufferException e) {
      return false;
    }
    var counts = new HashMap<Object, Integer>();
    for (FieldDescriptor field : type.getFields()) {
      UnknownFieldSet.Field values = given.getField(field.getNumber());
      int count =
          values.getVarintList().size()
              + values.getFixed64List().size()
              + values.getLengthDelimitedList().size();
      Object one = Objects.requireNonNullElse(field.getRealContainingOneof(), field);
      if (!field.isRepeated() && counts.merge(one, count, Integer::sum) > 1) {
        return true;
      }
      if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
        for (ByteString inner : values.getLengthDelimitedList()) {
          if (givesOneTwice(field.getMessageType(), inner)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /**
   * The request without what the database does not look at: of an attribute what lies behind its
   * key and value, or all if it has no key; of a value in an array what lies behind its first.
   */
  static byte[] asFarAsRead(byte[] request) {
    return asFarAsRead(Otlp.Request.getDescriptor(), ByteString.copyFrom(request), false)
        .toByteArray();
  }

  private static ByteString asFarAsRead(Descriptor type, ByteString message, boolean isInArray) {
    boolean isAttribute = type == Otlp.KeyValue.getDescriptor();
    boolean endsWithTheFirst = isInArray && type == Otlp.Value.getDescriptor();
    boolean isOrHoldsArray = isInArray || type == Otlp.Array.getDescriptor();
    var parts = new HashMap<Integer, ByteString>();
    ByteString read = ByteString.EMPTY;
    CodedInputStream in = message.newCodedInput();
    try {
      while (!in.isAtEnd() && !(isAttribute && parts.size() == type.getFields().size())) {
        int from = in.getTotalBytesRead();
        int tag = in.readTag();
        FieldDescriptor field = type.findFieldByNumber(WireFormat.getTagFieldNumber(tag));
        ByteString part;
        if (field != null
            && field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
            && WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED) {
          ByteString inner = asFarAsRead(field.getMessageType(), in.readBytes(), isOrHoldsArray);
          part = written(out -> out.writeBytes(field.getNumber(), inner));
        } else {
          in.skipField(tag);
          part = message.substring(from, in.getTotalBytesRead());
        }
        read = read.concat(part);
        if (field != null) {
          parts.putIfAbsent(field.getNumber(), part);
          if (endsWithTheFirst) {
            return part;
          }
        }
      }
    } catch (IOException e) {
      // What is broken before that is broken to the database, too.
      return message;
    }
    if (!isAttribute) {
      return read;
    }
    ByteString key = parts.get(KeyValue.KEY_FIELD_NUMBER);
    return key == null
        ? ByteString.EMPTY
        : key.concat(parts.getOrDefault(KeyValue.VALUE_FIELD_NUMBER, ByteString.EMPTY));
  }

  private static ByteString written(WriteRequests.Fields fields) {
    return ByteString.copyFrom(WriteRequests.message(fields));
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
