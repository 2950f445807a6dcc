package io.tidemark.parse.protobuf;

import io.tidemark.parse.RejectedException;
import io.tidemark.parse.Rejection;
import io.tidemark.parse.SampleParser;
import io.tidemark.parse.SeriesMemory;
import io.tidemark.series.InvalidLabelsException;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.util.Arrays;

/**
 * Parses Prometheus remote write, version 1 ({@code prometheus.WriteRequest}) and 2 ({@code
 * io.prometheus.write.v2.Request}), in a Snappy block (not framed) or a zstd frame. The bytes show
 * compression and version.
 *
 * <p>Bytes that are not such a request are rejected as a whole, and nothing of them is emitted. In
 * a readable request, a time series with bad labels is rejected alone, as its protobuf bytes. A
 * time series gives one sample per {@code Sample} in it, or {@link NativeHistograms}. Metadata,
 * exemplars and unknown fields are skipped without being counted, and labels with an empty value
 * count as absent.
 *
 * <p>A request is read in two passes, one to check it and one to emit it. Nothing is collected in
 * between, except a bounded number of its series' numbers, because a small record may decompress to
 * millions of samples.
 */
public final class RemoteWriteParser implements SampleParser {
  /** The largest size of a decompressed record. */
  public static final int MAX_DECODED_BYTES = RemoteWriteBody.MAX_BYTES;

  private static final int HISTOGRAMS = 4;

  private final RemoteWriteBody body = new RemoteWriteBody();
  private final ProtobufCursor cursor = new ProtobufCursor();
  private final PlainSeries plain = new PlainSeries();
  private final WireLabels labels = new WireLabels();
  private final NativeHistograms histograms = new NativeHistograms();
  private final RemoteWrite2 version2 = new RemoteWrite2(cursor, histograms);
  private byte[] decoded;

  /** What the series whose labels were read last contains. */
  private boolean hasSamples;

  private boolean hasHistograms;

  @Override
  public void parse(byte[] record, long recordTimestampMillis, Output out) {
    try {
      int size = body.decode(record);
      decoded = body.bytes();
      cursor.reset(decoded, 0, size);
      boolean isVersion2 = check(out.memory());
      cursor.reset(decoded, 0, size);
      if (isVersion2) {
        version2.emit(decoded, size, out);
      } else {
        emit(out);
      }
    } catch (RejectedException e) {
      out.rejected(e.why, e.getMessage(), record, 0, record.length);
    }
  }

  /**
   * Enters everything that {@link #emit} enters, so that it meets no error later.
   *
   * @return whether the request is of version 2, of which only a part was checked
   */
  private boolean check(SeriesMemory memory) throws RejectedException {
    plain.clear(memory);
    while (cursor.next()) {
      if (cursor.isBytes(RemoteWrite2.SYMBOLS) || cursor.isBytes(RemoteWrite2.SERIES)) {
        return true;
      }
      if (cursor.isBytes(1)) {
        int request = cursor.enter();
        checkSeries();
        cursor.leave(request);
      } else {
        cursor.skip();
      }
    }
    return false;
  }

  private void checkSeries() throws RejectedException {
    int start = cursor.position();
    int labelsEnd = plain.labelsEnd(decoded, start, cursor.limit());
    if (labelsEnd >= 0) {
      if (WireSample.isPlain(decoded, labelsEnd, cursor.limit())) {
        plain.keep(start, labelsEnd);
        return;
      }
      cursor.rewind(labelsEnd);
    }
    checkFields(start, labelsEnd);
  }

  /** Checks a series from the cursor on that has other labels, or more than one plain sample. */
  private void checkFields(int start, int labelsEnd) throws RejectedException {
    boolean isPlain = labelsEnd >= 0;
    while (cursor.next()) {
      isPlain &= !cursor.isBytes(1) && !cursor.isBytes(HISTOGRAMS);
      if (cursor.isBytes(HISTOGRAMS)) {
        NativeHistograms.check(cursor, decoded);
      } else if (cursor.isBytes(1) || cursor.isBytes(2)) {
        int inner = cursor.enter();
        while (cursor.next()) {
          cursor.skip();
        }
        cursor.leave(inner);
      } else {
        cursor.skip();
      }
    }
    if (isPlain) {
      plain.keep(start, labelsEnd);
    }
  }

  private void emit(Output out) throws RejectedException {
    while (cursor.next()) {
      if (cursor.isBytes(1)) {
        int request = cursor.enter();
        emitSeries(out);
        cursor.leave(request);
      } else {
        cursor.skip();
      }
    }
  }

  private void emitSeries(Output out) throws RejectedException {
    int offset = cursor.position();
    int labelsEnd = plain.keptLabelsEnd(offset);
    if (labelsEnd >= 0) {
      cursor.rewind(labelsEnd);
      if (plain.keptNumber() == SeriesMemory.NONE) {
        emitPlain(offset, plain.keptHash(), out);
      } else {
        emitNumbered(plain.keptNumber(), out);
      }
      return;
    }
    emitOther(offset, out);
  }

  private void emitOther(int offset, Output out) throws RejectedException {
    readLabels();
    if (!hasSamples && !hasHistograms) {
      return;
    }
    try {
      Labels series = labels.build(decoded);
      cursor.rewind(offset);
      if (hasHistograms) {
        NativeHistograms.requireAlone(hasSamples);
        histograms.emit(cursor, decoded, HISTOGRAMS, series, out);
      } else {
        emitSamples(series, out);
      }
    } catch (InvalidLabelsException e) {
      out.rejected(
          Rejection.INVALID_LABELS, e.getMessage(), decoded, offset, cursor.limit() - offset);
    } catch (RejectedException e) {
      out.rejected(e.why, e.getMessage(), decoded, offset, cursor.limit() - offset);
    }
  }

  /** Emits a series whose labels end at the cursor. */
  private void emitPlain(int offset, long hash, Output out) throws RejectedException {
    int labelsEnd = cursor.position();
    if (labelsEnd < cursor.limit()) {
      byte[] series = Arrays.copyOfRange(decoded, offset, labelsEnd);
      emitSamples(Labels.ofEncoded(series, hash), out);
    }
  }

  /** Emits a numbered series whose labels end at the cursor. */
  private void emitNumbered(int number, Output out) throws RejectedException {
    int at = cursor.position();
    if (WireSample.isPlain(decoded, at, cursor.limit())) {
      out.sample(number, WireSample.timestampMillis(decoded, at), WireSample.value(decoded, at));
      return;
    }
    while (cursor.next()) {
      if (cursor.isBytes(2)) {
        Sample sample = WireSample.read(cursor, null);
        out.sample(number, sample.timestampMillis(), sample.value());
      } else {
        cursor.skip();
      }
    }
  }

  private void readLabels() throws RejectedException {
    hasSamples = false;
    hasHistograms = false;
    labels.clear();
    while (cursor.next()) {
      if (cursor.isBytes(1)) {
        labels.read(decoded, cursor);
      } else {
        hasSamples |= cursor.isBytes(2);
        hasHistograms |= cursor.isBytes(HISTOGRAMS);
        cursor.skip();
      }
    }
  }

  private void emitSamples(Labels series, Output out) throws RejectedException {
    while (cursor.next()) {
      if (cursor.isBytes(2)) {
        out.sample(WireSample.read(cursor, series));
      } else {
        cursor.skip();
      }
    }
  }
}
