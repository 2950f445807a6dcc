package io.tidemark.sink.remotewrite;

import io.tidemark.series.LabelCursor;
import io.tidemark.series.Labels;
import io.tidemark.series.Varint;
import java.util.Arrays;

/**
 * The strings that series of remote write 2 refer to. Each string is known by an id, from payload
 * to payload; a payload's table holds those that it uses, in the order of their first use, the
 * empty one first. A reference costs one look into an array; hashing and comparing is done once for
 * each series. What is known is forgotten when it has grown large. Not thread-safe.
 */
final class Symbols {
  /** The tag of a string in the message: {@code repeated string symbols = 4}. */
  private static final int TAG = 4 << 3 | 2;

  private static final int MAX_KNOWN_BYTES = 64 * 1024 * 1024;

  /**
   * Ids are valid as long as this is the same object; it is replaced each time that all are
   * forgotten.
   */
  private Object generation = new Object();

  private byte[] known = new byte[64 * 1024];
  private int knownBytes;
  private int[] starts = new int[1024];
  private int count;

  /** Each id plus 1, by the string's hash; 0 in a free place. */
  private int[] ids = new int[4096];

  /** The payload that used a string last, and the reference that the string has there, by id. */
  private long[] references = new long[1024];

  private int payload;
  private int used;
  private byte[] table = new byte[64 * 1024];
  private int tableBytes;

  /** The ids of values with a suffix, by the value's id and the instance. */
  private long[] suffixedKeys = new long[1024];

  private int[] suffixedIds = new int[1024];
  private int suffixedCount;

  /** Begins a payload. */
  void clear() {
    if (knownBytes > MAX_KNOWN_BYTES) {
      forget();
    }
    if (++payload == Integer.MAX_VALUE) {
      Arrays.fill(references, 0);
      payload = 1;
    }
    table[0] = TAG;
    table[1] = 0;
    tableBytes = 2;
    used = 1;
  }

  private void forget() {
    generation = new Object();
    knownBytes = 0;
    count = 0;
    Arrays.fill(ids, 0);
    Arrays.fill(references, 0);
    Arrays.fill(suffixedKeys, 0);
    suffixedCount = 0;
  }

  /** Returns an array with the payload's table of strings at its beginning. */
  byte[] table() {
    return table;
  }

  int tableBytes() {
    return tableBytes;
  }

  /** Returns the ids of a series, which its template keeps. */
  SymbolIds of(RemoteWriteTemplate template) {
    SymbolIds its = template.symbols;
    if (its == null || its.generation() != generation) {
      its = ids(template);
      template.symbols = its;
    }
    return its;
  }

  private SymbolIds ids(RemoteWriteTemplate template) {
    int[] found = new int[16];
    int at = 0;
    int hole = 0;
    boolean isMissing = template.holeStart(0) == template.holeEnd(0);
    int missingAt = -1;
    LabelCursor label = Labels.ofEncoded(template.labels).cursor();
    while (label.next()) {
      if (at + 2 > found.length) {
        found = Arrays.copyOf(found, 2 * found.length);
      }
      boolean isHole = hole < template.holes() && label.start() >= template.holeStart(hole);
      if (isHole && isMissing) {
        missingAt = at;
      }
      found[at++] = id(template.labels, label.nameOffset(), label.nameLength());
      int value = id(template.labels, label.valueOffset(), label.valueLength());
      found[at++] = isHole && !isMissing ? ~value : value;
      hole += isHole ? 1 : 0;
    }
    if (isMissing && missingAt < 0) {
      missingAt = at;
    }
    return new SymbolIds(generation, Arrays.copyOf(found, at), missingAt);
  }

  int id(byte[] from, int offset, int length) {
    int slot = slot(from, offset, length);
    for (; ids[slot] != 0; slot = slot + 1 & ids.length - 1) {
      int id = ids[slot] - 1;
      if (Arrays.equals(from, offset, offset + length, known, starts[id], starts[id + 1])) {
        return id;
      }
    }
    return add(from, offset, length, slot);
  }

  private int add(byte[] from, int offset, int length, int slot) {
    if (known.length - knownBytes < length) {
      known = Arrays.copyOf(known, Math.max(2 * known.length, knownBytes + length));
    }
    if (count + 2 > starts.length) {
      starts = Arrays.copyOf(starts, 2 * starts.length);
      references = Arrays.copyOf(references, 2 * references.length);
    }
    System.arraycopy(from, offset, known, knownBytes, length);
    starts[count] = knownBytes;
    knownBytes += length;
    starts[count + 1] = knownBytes;
    ids[slot] = ++count;
    if (2 * count > ids.length) {
      ids = new int[2 * ids.length];
      for (int id = 0; id < count; id++) {
        int free = slot(known, starts[id], starts[id + 1] - starts[id]);
        while (ids[free] != 0) {
          free = free + 1 & ids.length - 1;
        }
        ids[free] = id + 1;
      }
    }
    return count - 1;
  }

  private int slot(byte[] from, int offset, int length) {
    int hash = length;
    for (int i = offset; i < offset + length; i++) {
      hash = 31 * hash + from[i];
    }
    return (hash * 0x9E3779B9 >>> 8) & ids.length - 1;
  }

  /** Returns the id of a value with an instance's suffix; for -1, that of the suffix alone. */
  int suffixed(int value, int instance) {
    long key = (long) (value + 2) << 32 | instance;
    int slot = suffixedSlot(key);
    while (suffixedKeys[slot] != 0) {
      if (suffixedKeys[slot] == key) {
        return suffixedIds[slot];
      }
      slot = slot + 1 & suffixedKeys.length - 1;
    }
    int ownBytes = value < 0 ? 0 : starts[value + 1] - starts[value];
    byte[] text = new byte[ownBytes + InstanceLabel.suffixBytes(instance)];
    if (ownBytes > 0) {
      System.arraycopy(known, starts[value], text, 0, ownBytes);
    }
    text[ownBytes] = '~';
    InstanceLabel.writeDigits(text, ownBytes + 1, instance);
    int id = id(text, 0, text.length);
    suffixedKeys[slot] = key;
    suffixedIds[slot] = id;
    if (2 * ++suffixedCount > suffixedKeys.length) {
      growSuffixed();
    }
    return id;
  }

  private void growSuffixed() {
    long[] keys = suffixedKeys;
    int[] values = suffixedIds;
    suffixedKeys = new long[2 * keys.length];
    suffixedIds = new int[2 * keys.length];
    for (int i = 0; i < keys.length; i++) {
      if (keys[i] != 0) {
        int slot = suffixedSlot(keys[i]);
        while (suffixedKeys[slot] != 0) {
          slot = slot + 1 & suffixedKeys.length - 1;
        }
        suffixedKeys[slot] = keys[i];
        suffixedIds[slot] = values[i];
      }
    }
  }

  private int suffixedSlot(long key) {
    return (int) (key * 0x9E3779B97F4A7C15L >>> 40) & suffixedKeys.length - 1;
  }

  /** Returns the reference by which a series of this payload refers to the string. */
  int reference(int id) {
    long reference = references[id];
    return (int) (reference >>> 32) == payload ? (int) reference : use(id);
  }

  private int use(int id) {
    int length = starts[id + 1] - starts[id];
    int needed = RemoteWriteTemplate.MAX_ENTRY_HEADER_BYTES + length;
    if (table.length - tableBytes < needed) {
      table = Arrays.copyOf(table, Math.max(2 * table.length, tableBytes + needed));
    }
    table[tableBytes] = TAG;
    tableBytes = Varint.write(table, tableBytes + 1, length);
    System.arraycopy(known, starts[id], table, tableBytes, length);
    tableBytes += length;
    references[id] = (long) payload << 32 | used;
    return used++;
  }
}
