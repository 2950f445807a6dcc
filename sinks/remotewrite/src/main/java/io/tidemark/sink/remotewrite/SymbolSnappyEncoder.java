package io.tidemark.sink.remotewrite;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Writes one Snappy block of remote write 2, as its base class does of version 1. Its series have
 * another tag, and references into a table of strings stand for their labels. The end of a series'
 * references is written as a copy of those of the series before, as far as both are equal in words
 * of eight bytes. The table comes first in the message, and is made last.
 */
final class SymbolSnappyEncoder extends SnappyEncoder {
  /** The tag of a series in the message: {@code repeated TimeSeries timeseries = 5}. */
  static final int TIME_SERIES_TAG = 5 << 3 | 2;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final Symbols symbols = new Symbols();
  private final LabelReferences references;
  private byte[] previous = new byte[512];
  private int previousBytes;

  /** The position, before compression, at which the bytes of {@code previous} end. */
  private int previousEnd;

  SymbolSnappyEncoder(SourceSamples samples, InstanceLabel instanceLabel) {
    super(samples, instanceLabel, TIME_SERIES_TAG);
    references = new LabelReferences(symbols, samples.amplification.instanceLabels());
  }

  @Override
  void begin() {
    symbols.clear();
    previousBytes = 0;
  }

  @Override
  byte[] finish() {
    return out.toByteArray(symbols.table(), symbols.tableBytes());
  }

  @Override
  int rawBytes() {
    return symbols.tableBytes() + super.rawBytes();
  }

  @Override
  void firstInstance(int s, int instance, int samplesBytes) {
    references.series(samples.templates[s]);
    entry(instance, samplesBytes);
  }

  @Override
  void nextInstance(RemoteWriteTemplate template, int instance, int samplesBytes) {
    int samplesAt = entryAt + latestEntryBytes - samplesBytes;
    entry(instance, samplesBytes);
    if (repeatsValues) {
      copy(out.rawBytes() - samplesAt, samplesBytes);
    }
  }

  private void entry(int instance, int samplesBytes) {
    references.instance(instance);
    int bytes = references.fieldBytes();
    beginEntry(bytes + samplesBytes);
    byte[] field = references.field();
    int shared = sharedAtEnd(field, bytes);
    if (shared < bytes) {
      out.literal(field, 0, bytes - shared);
    }
    copy(out.rawBytes() - (previousEnd - shared), shared);
    previousEnd = out.rawBytes();
    previous = references.exchange(previous);
    previousBytes = bytes;
  }

  private int sharedAtEnd(byte[] field, int bytes) {
    int most = Math.min(bytes, previousBytes) - Long.BYTES;
    int shared = 0;
    while (shared <= most
        && (long) LONG.get(field, bytes - shared - Long.BYTES)
            == (long) LONG.get(previous, previousBytes - shared - Long.BYTES)) {
      shared += Long.BYTES;
    }
    return shared;
  }
}
