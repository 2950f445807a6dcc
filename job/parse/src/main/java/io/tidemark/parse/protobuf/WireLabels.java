package io.tidemark.parse.protobuf;

import io.tidemark.parse.LabelText;
import io.tidemark.parse.RejectedException;
import io.tidemark.series.InvalidLabelsException;
import io.tidemark.series.Labels;
import io.tidemark.series.Varint;
import java.util.Arrays;

/**
 * Reads the {@code Label} fields of a remote-write time series. If the sender has sorted them,
 * their bytes equal those of {@link Labels}, so one copy replaces decoding and encoding.
 */
final class WireLabels {
  private final Labels.Builder builder = new Labels.Builder();

  /**
   * Four numbers for each label: offset and length of its name, and offset and length of its value.
   */
  private int[] ranges = new int[4 * 32];

  private int count;
  private int start;
  private int end;
  private boolean asEncoded;
  private boolean tooMany;

  void clear() {
    count = 0;
    asEncoded = true;
    tooMany = false;
  }

  /** Reads the label at the cursor. */
  void read(byte[] bytes, ProtobufCursor cursor) throws RejectedException {
    if (count == Labels.Builder.MAX_LABELS) {
      tooMany = true;
      cursor.skip();
      return;
    }
    if (4 * count == ranges.length) {
      ranges = Arrays.copyOf(ranges, 2 * ranges.length);
    }
    if (!readPlain(bytes, cursor)) {
      readAny(bytes, cursor);
    }
    end = cursor.position();
    count++;
  }

  /**
   * Reads a label that has only name and value, each below 128 bytes, which takes about 5 ns
   * instead of 25. Returns false without reading anything if the label is different.
   */
  private boolean readPlain(byte[] bytes, ProtobufCursor cursor) {
    int start = cursor.position();
    // The layout is the size, the name's tag and its size in a byte each, then the name, and the
    // same for the value.
    if (cursor.limit() - start < 3) {
      return false;
    }
    int size = bytes[start];
    int nameLength = bytes[start + 2];
    int fieldEnd = start + 1 + size;
    int nameEnd = start + 3 + nameLength;
    if (nameLength <= 0 || nameEnd + 2 > fieldEnd || fieldEnd > cursor.limit()) {
      return false;
    }
    int valueLength = bytes[nameEnd + 1];
    if (bytes[start + 1] != 0x0A
        || bytes[nameEnd] != 0x12
        || valueLength <= 0
        || nameEnd + 2 + valueLength != fieldEnd) {
      return false;
    }
    int at = 4 * count;
    ranges[at] = start + 3;
    ranges[at + 1] = nameLength;
    ranges[at + 2] = nameEnd + 2;
    ranges[at + 3] = valueLength;
    asEncoded = asEncoded && start - cursor.fieldStart() == 1 && follows(bytes, start - 1);
    cursor.rewind(fieldEnd);
    return true;
  }

  private void readAny(byte[] bytes, ProtobufCursor cursor) throws RejectedException {
    int at = 4 * count;
    Arrays.fill(ranges, at, at + 4, 0);
    int fieldStart = cursor.fieldStart();
    int outer = cursor.enter();
    while (cursor.next()) {
      if (cursor.isBytes(1) || cursor.isBytes(2)) {
        int range = cursor.isBytes(1) ? at : at + 2;
        int labelLimit = cursor.enter();
        ranges[range] = cursor.position();
        ranges[range + 1] = cursor.limit() - cursor.position();
        cursor.leave(labelLimit);
      } else {
        cursor.skip();
      }
    }
    cursor.leave(outer);
    asEncoded = asEncoded && continuesEncoding(bytes, fieldStart, cursor.position());
  }

  /**
   * Tells whether the label's bytes are as {@link Labels} would encode them: directly behind the
   * previous label and after it by name, name before value, and without superfluous bytes.
   */
  private boolean continuesEncoding(byte[] bytes, int fieldStart, int fieldEnd) {
    int at = 4 * count;
    int nameLength = ranges[at + 1];
    int valueLength = ranges[at + 3];
    int size = 2 + Varint.size(nameLength) + nameLength + Varint.size(valueLength) + valueLength;
    if (nameLength == 0
        || valueLength == 0
        || ranges[at] > ranges[at + 2]
        || fieldEnd - fieldStart != 1 + Varint.size(size) + size) {
      return false;
    }
    return follows(bytes, fieldStart);
  }

  /** Tells whether the label is directly behind the previous one, and after it by name. */
  private boolean follows(byte[] bytes, int fieldStart) {
    if (count == 0) {
      start = fieldStart;
      return true;
    }
    int name = ranges[4 * count];
    int former = ranges[4 * count - 4];
    if (fieldStart != end) {
      return false;
    }
    int difference = (bytes[name] & 0xFF) - (bytes[former] & 0xFF);
    return difference != 0
        ? difference > 0
        : Arrays.compareUnsigned(
                bytes,
                former,
                former + ranges[4 * count - 3],
                bytes,
                name,
                name + ranges[4 * count + 1])
            < 0;
  }

  Labels build(byte[] bytes) throws InvalidLabelsException {
    if (tooMany) {
      throw new InvalidLabelsException(
          "too many labels [max=%d]".formatted(Labels.Builder.MAX_LABELS));
    }
    for (int at = 0; at < 4 * count; at += 2) {
      if (!LabelText.isValid(bytes, ranges[at], ranges[at + 1])) {
        throw new InvalidLabelsException(
            "a label is not UTF-8 or holds NUL [label=%d]".formatted(at / 4 + 1));
      }
    }
    if (asEncoded && count > 0 && end - start <= Labels.Builder.MAX_BYTES) {
      return Labels.ofEncoded(Arrays.copyOfRange(bytes, start, end));
    }
    builder.clear();
    for (int at = 0; at < 4 * count; at += 4) {
      builder.add(bytes, ranges[at], ranges[at + 1], bytes, ranges[at + 2], ranges[at + 3]);
    }
    return builder.build();
  }
}
