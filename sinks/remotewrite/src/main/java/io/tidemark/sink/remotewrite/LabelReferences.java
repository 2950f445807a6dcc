package io.tidemark.sink.remotewrite;

import io.tidemark.series.Varint;
import java.nio.charset.StandardCharsets;

/**
 * The labels of one instance of a series as remote write 2 has them: {@code repeated uint32
 * labels_refs = 1}, packed. Those of a series are looked up once; further instances differ in one
 * reference. Reused.
 */
final class LabelReferences {
  private static final int TAG = 1 << 3 | 2;

  /** Of a field: a tag and a size below 2^21; and of a reference. */
  private static final int MAX_HEADER_BYTES = 4;

  private static final int MAX_REFERENCE_BYTES = 5;

  private final Symbols symbols;
  private final byte[] instanceLabel;

  /** Of the series. */
  private byte[] references = new byte[256];

  private int referencesBytes;

  /** What another instance has in place of it: the value's reference, or nothing. */
  private int holeStart;

  private int holeEnd;
  private SymbolIds ids;

  private byte[] field = new byte[512];
  private int fieldBytes;

  LabelReferences(Symbols symbols, String instanceLabel) {
    this.symbols = symbols;
    this.instanceLabel = instanceLabel.getBytes(StandardCharsets.UTF_8);
  }

  /** Goes to another series. */
  void series(RemoteWriteTemplate template) {
    ids = symbols.of(template);
    int[] all = ids.ids();
    if (references.length < MAX_REFERENCE_BYTES * all.length) {
      references = new byte[2 * MAX_REFERENCE_BYTES * all.length];
    }
    int value = ids.hasInstance() ? ids.hole() + 1 : ids.hole();
    int at = 0;
    holeStart = -1;
    for (int i = 0; i < all.length; i++) {
      if (i == value) {
        holeStart = at;
      }
      at = write(references, at, symbols.reference(all[i]));
      if (i == value) {
        holeEnd = at;
      }
    }
    referencesBytes = at;
    holeStart = holeStart < 0 ? at : holeStart;
    holeEnd = ids.hasInstance() ? holeEnd : holeStart;
  }

  /** Makes the field of one of its instances. */
  void instance(int instance) {
    if (field.length < referencesBytes + MAX_HEADER_BYTES + 2 * MAX_REFERENCE_BYTES) {
      field = new byte[2 * (referencesBytes + MAX_HEADER_BYTES + 2 * MAX_REFERENCE_BYTES)];
    }
    int at = MAX_HEADER_BYTES;
    if (instance == 0) {
      System.arraycopy(references, 0, field, at, referencesBytes);
      at += referencesBytes;
    } else {
      System.arraycopy(references, 0, field, at, holeStart);
      at += holeStart;
      int value = -1;
      if (ids.hasInstance()) {
        value = ids.ids()[ids.hole() + 1];
      } else {
        int name = symbols.id(instanceLabel, 0, instanceLabel.length);
        at = write(field, at, symbols.reference(name));
      }
      at = write(field, at, symbols.reference(symbols.suffixed(value, instance)));
      System.arraycopy(references, holeEnd, field, at, referencesBytes - holeEnd);
      at += referencesBytes - holeEnd;
    }
    int size = at - MAX_HEADER_BYTES;
    int header = 1 + Varint.size(size);
    int start = MAX_HEADER_BYTES - header;
    field[start] = TAG;
    Varint.write(field, start + 1, size);
    if (start > 0) {
      System.arraycopy(field, start, field, 0, header + size);
    }
    fieldBytes = header + size;
  }

  /** The field is at its beginning. */
  byte[] field() {
    return field;
  }

  int fieldBytes() {
    return fieldBytes;
  }

  /** Keeps the field from being overwritten by the next one: gives its array for another one. */
  byte[] exchange(byte[] other) {
    byte[] kept = field;
    field = other;
    return kept;
  }

  private static int write(byte[] to, int at, int reference) {
    if (reference < 1 << 7) {
      to[at] = (byte) reference;
      return at + 1;
    }
    if (reference < 1 << 14) {
      to[at] = (byte) (reference | 0x80);
      to[at + 1] = (byte) (reference >>> 7);
      return at + 2;
    }
    return Varint.write(to, at, reference);
  }
}
