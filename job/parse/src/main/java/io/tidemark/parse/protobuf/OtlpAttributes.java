package io.tidemark.parse.protobuf;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.google.protobuf.ByteString;
import io.tidemark.parse.protobuf.Otlp.KeyValue;
import io.tidemark.parse.protobuf.Otlp.Value;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Converts attributes of OTLP to labels: text, numbers and booleans as text, bytes in Base64, and
 * an array as JSON. Each entry of a map becomes a label of its own, whose name is joined by a dot.
 * An attribute without a name or a value becomes no label.
 */
final class OtlpAttributes {
  private static final ByteString POINT = ByteString.copyFromUtf8(".");
  private static final JsonFactory JSON = new JsonFactory();
  private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);

  private final OtlpLabels labels;
  private final DecimalBytes decimals;

  OtlpAttributes(OtlpLabels labels, DecimalBytes decimals) {
    this.labels = labels;
    this.decimals = decimals;
  }

  /**
   * @param prefix text before the attributes' names
   */
  void add(ByteString prefix, List<KeyValue> attributes) {
    for (KeyValue attribute : attributes) {
      // Once labels are refused, further ones would only cost time: nested names grow.
      if (attribute.hasKey() && attribute.hasValue() && !labels.isRefused()) {
        add(
            prefix.isEmpty() ? attribute.getKey() : prefix.concat(attribute.getKey()),
            attribute.getValue());
      }
    }
  }

  private void add(ByteString name, Value value) {
    switch (value.getValueCase()) {
      case MAP -> add(name.concat(POINT), value.getMap().getEntriesList());
      case VALUE_NOT_SET -> {}
      default -> labels.add(name.toByteArray(), text(value));
    }
  }

  private byte[] text(Value value) {
    return switch (value.getValueCase()) {
      case TEXT -> value.getText().toByteArray();
      case TRUTH -> value.getTruth() ? TRUE : FALSE;
      case WHOLE -> decimals.of(value.getWhole());
      case FRACTION -> decimals.of(value.getFraction());
      case BINARY -> Base64.getEncoder().encode(value.getBinary().toByteArray());
      case ARRAY -> json(value);
      case MAP, VALUE_NOT_SET -> throw new IllegalArgumentException("no text of its own");
    };
  }

  private byte[] json(Value array) {
    var bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      write(array, json);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return bytes.toByteArray();
  }

  private void write(Value value, JsonGenerator to) throws IOException {
    switch (value.getValueCase()) {
      case TEXT -> {
        byte[] text = value.getText().toByteArray();
        to.writeUTF8String(text, 0, text.length);
      }
      case TRUTH -> to.writeBoolean(value.getTruth());
      case WHOLE -> to.writeNumber(value.getWhole());
      case FRACTION -> to.writeNumber(DecimalBytes.general(value.getFraction()));
      case BINARY -> to.writeBinary(value.getBinary().toByteArray());
      case ARRAY -> {
        to.writeStartArray();
        for (Value each : value.getArray().getValuesList()) {
          write(each, to);
        }
        to.writeEndArray();
      }
      case MAP -> writeMap(value.getMap().getEntriesList(), to);
      case VALUE_NOT_SET -> to.writeNull();
    }
  }

  /** If several entries have the same name, the last value takes the place of the first. */
  private void writeMap(List<KeyValue> entries, JsonGenerator to) throws IOException {
    Map<ByteString, Value> map = new LinkedHashMap<>();
    for (KeyValue entry : entries) {
      if (entry.hasKey() && entry.hasValue()) {
        map.put(entry.getKey(), entry.getValue());
      }
    }
    to.writeStartObject();
    for (Map.Entry<ByteString, Value> entry : map.entrySet()) {
      if (!entry.getKey().isValidUtf8()) {
        labels.refuse("an attribute's name is not UTF-8");
      }
      to.writeFieldName(entry.getKey().toStringUtf8());
      write(entry.getValue(), to);
    }
    to.writeEndObject();
  }
}
