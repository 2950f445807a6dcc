package io.tidemark.oracle;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import io.tidemark.parse.protobuf.Prometheus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.IntStream;
import org.xerial.snappy.Snappy;

/** What a remote-write request of version 1 holds, read without its schema. */
final class WrittenRequest {
  private static final int SERIES = 1;
  private static final int LABELS = 1;
  private static final int HISTOGRAMS = 4;
  private static final int NAME = 1;
  private static final int VALUE = 2;
  private static final ByteString METRIC_NAME = ByteString.copyFromUtf8("__name__");

  private WrittenRequest() {}

  /** Whether the first metric name of a series with histograms is an empty one. */
  static boolean anyIsNamedEmptyFirst(byte[] body) {
    try {
      UnknownFieldSet request = UnknownFieldSet.parseFrom(Snappy.uncompress(body));
      for (UnknownFieldSet series : messages(request, SERIES)) {
        if (!messages(series, HISTOGRAMS).isEmpty() && isNamedEmptyFirst(series)) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether a histogram has two counts, of integers and of others. */
  static boolean anyHistogramGivesOneTwice(byte[] body) {
    try {
      for (UnknownFieldSet series :
          messages(UnknownFieldSet.parseFrom(Snappy.uncompress(body)), SERIES)) {
        for (ByteString histogram : series.getField(HISTOGRAMS).getLengthDelimitedList()) {
          if (OtlpText.givesOneTwice(Prometheus.Histogram.getDescriptor(), histogram)) {
            return true;
          }
        }
      }
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether a field of request or series that is a message comes as a number. */
  static boolean anyMessageIsANumber(byte[] body) {
    try {
      UnknownFieldSet request = UnknownFieldSet.parseFrom(Snappy.uncompress(body));
      return holdsNumber(request)
          || messages(request, SERIES).stream().anyMatch(WrittenRequest::holdsNumber);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean holdsNumber(UnknownFieldSet message) {
    return IntStream.rangeClosed(1, HISTOGRAMS)
        .mapToObj(message::getField)
        .anyMatch(f -> !f.getVarintList().isEmpty() || !f.getFixed64List().isEmpty());
  }

  private static boolean isNamedEmptyFirst(UnknownFieldSet series) {
    return messages(series, LABELS).stream()
        .filter(label -> last(label, NAME).equals(METRIC_NAME))
        .findFirst()
        .filter(label -> last(label, VALUE).isEmpty())
        .isPresent();
  }

  /** What a field that is given several times holds. */
  private static ByteString last(UnknownFieldSet message, int field) {
    List<ByteString> given = message.getField(field).getLengthDelimitedList();
    return given.isEmpty() ? ByteString.EMPTY : given.get(given.size() - 1);
  }

  private static List<UnknownFieldSet> messages(UnknownFieldSet message, int field) {
    return message.getField(field).getLengthDelimitedList().stream()
        .map(WrittenRequest::message)
        .toList();
  }

  private static UnknownFieldSet message(ByteString bytes) {
    try {
      return UnknownFieldSet.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw new UncheckedIOException(e);
    }
  }
}
