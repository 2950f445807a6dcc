package io.tidemark.sink.remotewrite;

import com.google.protobuf.DiscardUnknownFieldsParser;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.prompb.Prompb;
import io.tidemark.sink.prompb.Prompb2;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads a request that this package wrote, and refuses any other. */
final class RemoteWriteReader {
  private RemoteWriteReader() {}

  /**
   * @throws IllegalArgumentException if the bytes are no request of version 1
   */
  static List<Sample> read(byte[] raw) {
    var samples = new ArrayList<Sample>();
    var encoder = RawEncoder.ofLabels();
    for (Prompb.TimeSeries series : parsed(Prompb.WriteRequest.parser(), raw).getTimeseriesList()) {
      encoder.clear();
      for (Prompb.Label label : series.getLabelsList()) {
        encoder.label(label.getNameBytes().toByteArray(), label.getValueBytes().toByteArray());
      }
      Labels labels = labels(encoder);
      for (Prompb.Sample sample : series.getSamplesList()) {
        samples.add(new Sample(labels, sample.getTimestamp(), sample.getValue()));
      }
    }
    return samples;
  }

  /**
   * @throws IllegalArgumentException if the bytes are no request of version 2
   */
  static List<Sample> readVersion2(byte[] raw) {
    var samples = new ArrayList<Sample>();
    var encoder = RawEncoder.ofLabels();
    Prompb2.Request request = parsed(Prompb2.Request.parser(), raw);
    for (Prompb2.TimeSeries series : request.getTimeseriesList()) {
      encoder.clear();
      for (int i = 0; i < series.getLabelsRefsCount(); i += 2) {
        encoder.label(symbol(request, series, i), symbol(request, series, i + 1));
      }
      Labels labels = labels(encoder);
      for (Prompb2.Sample sample : series.getSamplesList()) {
        samples.add(new Sample(labels, sample.getTimestamp(), sample.getValue()));
      }
    }
    return samples;
  }

  private static byte[] symbol(Prompb2.Request request, Prompb2.TimeSeries series, int index) {
    try {
      return request.getSymbolsBytes(series.getLabelsRefs(index)).toByteArray();
    } catch (IndexOutOfBoundsException e) {
      throw new IllegalArgumentException("a label that is in no table of the payload's", e);
    }
  }

  private static Labels labels(RawEncoder encoder) {
    return Labels.ofEncoded(Arrays.copyOf(encoder.bytes(), encoder.size()));
  }

  /**
   * Parses a request, and refuses one with fields left out or added, which would be written anew in
   * other bytes.
   */
  private static <T extends Message> T parsed(Parser<T> parser, byte[] raw) {
    try {
      T request = DiscardUnknownFieldsParser.wrap(parser).parseFrom(raw);
      if (request.getSerializedSize() == raw.length) {
        return request;
      }
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException("not a remote-write payload: " + e.getMessage(), e);
    }
    throw new IllegalArgumentException(
        "not a remote-write payload of ours [bytes=%d]".formatted(raw.length));
  }
}
