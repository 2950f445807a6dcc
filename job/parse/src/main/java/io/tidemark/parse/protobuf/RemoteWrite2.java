package io.tidemark.parse.protobuf;

import io.tidemark.parse.LabelText;
import io.tidemark.parse.RejectedException;
import io.tidemark.parse.Rejection;
import io.tidemark.parse.SampleParser.Output;
import io.tidemark.series.InvalidLabelsException;
import io.tidemark.series.Labels;
import java.util.Arrays;

/**
 * Reads a request of remote write 2, in which a table of symbols contains each label name and value
 * once, and series refer to them by number. Fields are those of {@code
 * io.prometheus.write.v2.Request}.
 *
 * <p>A series with an odd number of references, or with one that is not in the table, is rejected
 * alone.
 */
final class RemoteWrite2 {
  static final int SYMBOLS = 4;
  static final int SERIES = 5;

  /** Number of symbols, which bounds their memory to 8 MiB. */
  private static final int MAX_SYMBOLS = 1 << 20;

  private static final int LABEL_REFS = 1;
  private static final int SAMPLES = 2;
  private static final int HISTOGRAMS = 3;

  private final ProtobufCursor cursor;
  private final NativeHistograms histograms;
  private final Labels.Builder builder = new Labels.Builder();

  /** Offset and length of each symbol; the length is -1 if labels must not contain the symbol. */
  private int[] symbols = new int[2 * 1024];

  private int symbolCount;
  private final int[] references = new int[2 * Labels.Builder.MAX_LABELS];

  /** Number of references, including those that did not fit into {@link #references}. */
  private int referenceCount;

  private boolean hasSamples;
  private boolean hasHistograms;

  RemoteWrite2(ProtobufCursor cursor, NativeHistograms histograms) {
    this.cursor = cursor;
    this.histograms = histograms;
  }

  /**
   * @param request the request, at whose beginning the cursor is
   */
  void emit(byte[] request, int size, Output out) throws RejectedException {
    symbolCount = 0;
    while (cursor.next()) {
      if (cursor.isBytes(SYMBOLS)) {
        addSymbol(request);
      } else if (cursor.isBytes(SERIES)) {
        checkSeries(request);
      } else {
        cursor.skip();
      }
    }
    cursor.reset(request, 0, size);
    while (cursor.next()) {
      if (cursor.isBytes(SERIES)) {
        int outer = cursor.enter();
        emitSeries(request, out);
        cursor.leave(outer);
      } else {
        cursor.skip();
      }
    }
  }

  private void addSymbol(byte[] request) throws RejectedException {
    if (symbolCount == MAX_SYMBOLS) {
      throw new RejectedException(
          Rejection.TOO_LARGE, "too many symbols [max=%d]".formatted(MAX_SYMBOLS));
    }
    if (2 * symbolCount == symbols.length) {
      symbols = Arrays.copyOf(symbols, 2 * symbols.length);
    }
    int outer = cursor.enter();
    int offset = cursor.position();
    int length = cursor.limit() - offset;
    symbols[2 * symbolCount] = offset;
    symbols[2 * symbolCount + 1] = LabelText.isValid(request, offset, length) ? length : -1;
    symbolCount++;
    cursor.leave(outer);
  }

  /** Enters everything that {@link #emitSeries} enters, so that it meets no error later. */
  private void checkSeries(byte[] request) throws RejectedException {
    int series = cursor.enter();
    while (cursor.next()) {
      if (cursor.isBytes(LABEL_REFS)) {
        int packed = cursor.enter();
        while (cursor.position() < cursor.limit()) {
          cursor.varint();
        }
        cursor.leave(packed);
      } else if (cursor.isBytes(SAMPLES)) {
        int sample = cursor.enter();
        while (cursor.next()) {
          cursor.skip();
        }
        cursor.leave(sample);
      } else if (cursor.isBytes(HISTOGRAMS)) {
        NativeHistograms.check(cursor, request);
      } else {
        cursor.skip();
      }
    }
    cursor.leave(series);
  }

  private void emitSeries(byte[] request, Output out) throws RejectedException {
    int offset = cursor.position();
    readReferences();
    if (!hasSamples && !hasHistograms) {
      return;
    }
    try {
      Labels series = labels(request);
      cursor.rewind(offset);
      if (hasHistograms) {
        NativeHistograms.requireAlone(hasSamples);
        histograms.emit(cursor, request, HISTOGRAMS, series, out);
        return;
      }
      while (cursor.next()) {
        if (cursor.isBytes(SAMPLES)) {
          out.sample(WireSample.read(cursor, series));
        } else {
          cursor.skip();
        }
      }
    } catch (InvalidLabelsException e) {
      out.rejected(
          Rejection.INVALID_LABELS, e.getMessage(), request, offset, cursor.limit() - offset);
    } catch (RejectedException e) {
      out.rejected(e.why, e.getMessage(), request, offset, cursor.limit() - offset);
    }
  }

  private void readReferences() throws RejectedException {
    referenceCount = 0;
    hasSamples = false;
    hasHistograms = false;
    while (cursor.next()) {
      if (cursor.isBytes(LABEL_REFS)) {
        int packed = cursor.enter();
        while (cursor.position() < cursor.limit()) {
          addReference(cursor.varint());
        }
        cursor.leave(packed);
      } else if (cursor.isVarint(LABEL_REFS)) {
        addReference(cursor.varint());
      } else {
        hasSamples |= cursor.isBytes(SAMPLES);
        hasHistograms |= cursor.isBytes(HISTOGRAMS);
        cursor.skip();
      }
    }
  }

  private void addReference(long reference) {
    if (referenceCount < references.length) {
      references[referenceCount] =
          reference >= 0 && reference < symbolCount ? (int) reference : Integer.MAX_VALUE;
    }
    referenceCount++;
  }

  private Labels labels(byte[] request) throws InvalidLabelsException {
    if (referenceCount % 2 != 0) {
      throw new InvalidLabelsException(
          "a label name without a value [references=%d]".formatted(referenceCount));
    }
    if (referenceCount > references.length) {
      throw new InvalidLabelsException(
          "too many labels [max=%d]".formatted(Labels.Builder.MAX_LABELS));
    }
    builder.clear();
    for (int i = 0; i < referenceCount; i += 2) {
      int name = symbol(references[i]);
      int value = symbol(references[i + 1]);
      builder.add(
          request, symbols[name], symbols[name + 1], request, symbols[value], symbols[value + 1]);
    }
    return builder.build();
  }

  /** Returns the position of the symbol in {@link #symbols}. */
  private int symbol(int reference) throws InvalidLabelsException {
    if (reference == Integer.MAX_VALUE) {
      throw new InvalidLabelsException(
          "a label refers to a symbol that is not there [symbols=%d]".formatted(symbolCount));
    }
    if (symbols[2 * reference + 1] < 0) {
      throw new InvalidLabelsException("a label is not UTF-8 or holds NUL");
    }
    return 2 * reference;
  }
}
