package io.tidemark.sink.remotewrite;

import io.tidemark.series.InstanceLabels;
import java.util.Arrays;

/** Writes every byte of a message of remote write 2, as its base class does of version 1. */
final class SymbolRawEncoder extends RawEncoder {
  private final Symbols symbols = new Symbols();
  private final LabelReferences references;

  SymbolRawEncoder(InstanceLabels instanceLabels) {
    super(SymbolSnappyEncoder.TIME_SERIES_TAG);
    references = new LabelReferences(symbols, instanceLabels);
  }

  @Override
  void clear() {
    super.clear();
    symbols.clear();
  }

  @Override
  int prepareLabels(RemoteWriteTemplate template, InstanceLabel instanceLabel, int instance) {
    references.series(template);
    references.instance(instance);
    return references.fieldBytes();
  }

  @Override
  void writeLabels(RemoteWriteTemplate template, InstanceLabel instanceLabel, int instance) {
    copy(references.field(), 0, references.fieldBytes());
  }

  @Override
  byte[] bytes() {
    byte[] message = Arrays.copyOf(symbols.table(), size());
    System.arraycopy(super.bytes(), 0, message, symbols.tableBytes(), super.size());
    return message;
  }

  @Override
  int size() {
    return symbols.tableBytes() + super.size();
  }
}
