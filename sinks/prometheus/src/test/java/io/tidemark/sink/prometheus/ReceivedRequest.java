package io.tidemark.sink.prometheus;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import io.tidemark.sink.http.ScriptedServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.xerial.snappy.Snappy;

/**
 * A request as a receiver finds it, taken apart field by field with none of the sender's code.
 *
 * @param fields numbers of the message's fields
 * @param symbols none in version 1
 * @param series in the order that they came
 */
record ReceivedRequest(
    ScriptedServer.Request sent,
    int version,
    SortedSet<Integer> fields,
    List<String> symbols,
    List<Series> series) {
  /**
   * @param fields numbers of its fields
   * @param labels names and values in turn
   * @param references none in version 1
   */
  record Series(
      SortedSet<Integer> fields,
      List<String> labels,
      List<Integer> references,
      List<Sample> samples) {
    List<String> names() {
      var names = new ArrayList<String>();
      for (int i = 0; i < labels.size(); i += 2) {
        names.add(labels.get(i));
      }
      return names;
    }
  }

  record Sample(long bits, long millis) {}

  private interface Field {
    void read(int number, CodedInputStream from) throws IOException;
  }

  static ReceivedRequest of(ScriptedServer.Request sent, int version) throws IOException {
    var fields = new TreeSet<Integer>();
    var symbols = new ArrayList<String>();
    var series = new ArrayList<Series>();
    each(
        CodedInputStream.newInstance(Snappy.uncompress(sent.body())),
        (number, from) -> {
          fields.add(number);
          if (version == 2 && number == 4) {
            symbols.add(from.readStringRequireUtf8());
          } else {
            series.add(series(from.readBytes(), symbols));
          }
        });
    return new ReceivedRequest(sent, version, fields, symbols, series);
  }

  private static Series series(ByteString bytes, List<String> symbols) throws IOException {
    var series =
        new Series(new TreeSet<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    each(
        bytes.newCodedInput(),
        (number, from) -> {
          series.fields().add(number);
          ByteString part = from.readBytes();
          if (number == 2) {
            series.samples().add(sample(part));
          } else if (symbols.isEmpty()) {
            each(
                part.newCodedInput(),
                (text, label) -> series.labels().add(label.readStringRequireUtf8()));
          } else {
            CodedInputStream packed = part.newCodedInput();
            while (!packed.isAtEnd()) {
              int reference = packed.readUInt32();
              series.references().add(reference);
              series.labels().add(symbols.get(reference));
            }
          }
        });
    return series;
  }

  private static Sample sample(ByteString bytes) throws IOException {
    var read = new long[2];
    each(
        bytes.newCodedInput(),
        (number, from) -> read[number - 1] = number == 1 ? from.readFixed64() : from.readInt64());
    return new Sample(read[0], read[1]);
  }

  private static void each(CodedInputStream message, Field field) throws IOException {
    for (int tag = message.readTag(); tag != 0; tag = message.readTag()) {
      field.read(tag >>> 3, message);
    }
  }
}
