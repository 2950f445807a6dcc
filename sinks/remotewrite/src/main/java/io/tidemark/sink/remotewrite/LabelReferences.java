package io.tidemark.sink.remotewrite;

import io.tidemark.series.InstanceLabels;
import io.tidemark.series.Varint;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The labels of one instance of a series as remote write 2 has them: {@code repeated uint32
 * labels_refs = 1}, packed. Those of a series are looked up once; further instances differ in a
 * reference for each instance label. One object serves one series after the other.
 */
final class LabelReferences {
  private static final int TAG = 1 << 3 | 2;

  /** The most bytes of a field's tag and size, which is below 2^21. */
  private static final int MAX_HEADER_BYTES = 4;

  private static final int MAX_REFERENCE_BYTES = 5;

  private final Symbols symbols;

  /** The name of the label that a series gets which has no instance label. */
  private final byte[] missing;

  /** The series' references, encoded. */
  private byte[] references = new byte[256];

  private int referencesBytes;

  /**
   * The ranges of {@link #references} that another instance replaces: those of values, or one empty
   * range.
   */
  private int holes;

  private int[] holeStarts = new int[8];
  private int[] holeEnds = new int[8];

  /** The ids of the values in the holes; -1 if there is no value. */
  private int[] holeValues = new int[8];

  private byte[] field = new byte[512];
  private int fieldBytes;

  LabelReferences(Symbols symbols, InstanceLabels instanceLabels) {
    this.symbols = symbols;
    missing = instanceLabels.first().getBytes(StandardCharsets.UTF_8);
  }

  /** Goes to another series. */
  void series(RemoteWriteTemplate template) {
    SymbolIds its = symbols.of(template);
    int[] ids = its.ids();
    if (references.length < MAX_REFERENCE_BYTES * ids.length) {
      references = new byte[2 * MAX_REFERENCE_BYTES * ids.length];
    }
    holes = 0;
    int at = 0;
    for (int i = 0; i < ids.length; i++) {
      if (i == its.missingAt()) {
        hole(at, at, -1);
      }
      int id = ids[i];
      if (id < 0) {
        int start = at;
        at = write(references, at, symbols.reference(~id));
        hole(start, at, ~id);
      } else {
        at = write(references, at, symbols.reference(id));
      }
    }
    if (its.missingAt() == ids.length) {
      hole(at, at, -1);
    }
    referencesBytes = at;
  }

  private void hole(int start, int end, int value) {
    if (holes == holeStarts.length) {
      holeStarts = Arrays.copyOf(holeStarts, 2 * holes);
      holeEnds = Arrays.copyOf(holeEnds, 2 * holes);
      holeValues = Arrays.copyOf(holeValues, 2 * holes);
    }
    holeStarts[holes] = start;
    holeEnds[holes] = end;
    holeValues[holes++] = value;
  }

  /** Makes the field of one of the series' instances. */
  void instance(int instance) {
    int most = referencesBytes + MAX_HEADER_BYTES + 2 * holes * MAX_REFERENCE_BYTES;
    if (field.length < most) {
      field = new byte[2 * most];
    }
    int at = MAX_HEADER_BYTES;
    int from = 0;
    if (instance > 0) {
      for (int hole = 0; hole < holes; hole++) {
        System.arraycopy(references, from, field, at, holeStarts[hole] - from);
        at += holeStarts[hole] - from;
        if (holeValues[hole] < 0) {
          at = write(field, at, symbols.reference(symbols.id(missing, 0, missing.length)));
        }
        int value = symbols.suffixed(holeValues[hole], instance);
        at = write(field, at, symbols.reference(value));
        from = holeEnds[hole];
      }
    }
    System.arraycopy(references, from, field, at, referencesBytes - from);
    at += referencesBytes - from;
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

  /** Returns an array with the field at its beginning. */
  byte[] field() {
    return field;
  }

  int fieldBytes() {
    return fieldBytes;
  }

  /**
   * Returns the field's array, which the next field does not overwrite, because it gets the other
   * one.
   */
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
