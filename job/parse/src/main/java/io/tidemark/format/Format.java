package io.tidemark.format;

import io.tidemark.encode.GraphiteEncoder;
import io.tidemark.encode.InfluxEncoder;
import io.tidemark.encode.JsonLinesEncoder;
import io.tidemark.encode.OpenTsdbJsonEncoder;
import io.tidemark.encode.OpenTsdbPutEncoder;
import io.tidemark.encode.OtlpEncoder;
import io.tidemark.encode.PrometheusEncoder;
import io.tidemark.encode.RemoteWriteEncoder;
import io.tidemark.encode.SampleEncoder;
import io.tidemark.parse.SampleParser;
import io.tidemark.parse.protobuf.OtlpParser;
import io.tidemark.parse.protobuf.RemoteWriteParser;
import io.tidemark.parse.text.GraphiteParser;
import io.tidemark.parse.text.InfluxParser;
import io.tidemark.parse.text.JsonLinesParser;
import io.tidemark.parse.text.LineParser;
import io.tidemark.parse.text.OpenTsdbJsonParser;
import io.tidemark.parse.text.OpenTsdbPutParser;
import io.tidemark.parse.text.PrometheusParser;
import io.tidemark.parse.text.TimestampUnit;
import java.util.Locale;

/** The formats of a source's records. */
public enum Format {
  /**
   * The format is found from the first records, see {@link FormatChoice}; it reads and writes none.
   */
  AUTO(false, JsonLinesParser.MAX_LINE_BYTES),
  REMOTE_WRITE(true, RemoteWriteParser.MAX_DECODED_BYTES),
  OTLP(true, RemoteWriteParser.MAX_DECODED_BYTES),
  PROMETHEUS(false, LineParser.MAX_LINE_BYTES),
  INFLUX(false, LineParser.MAX_LINE_BYTES),
  JSON_LINES(false, JsonLinesParser.MAX_LINE_BYTES),
  GRAPHITE(false, LineParser.MAX_LINE_BYTES),
  OPENTSDB_PUT(false, LineParser.MAX_LINE_BYTES),
  OPENTSDB_JSON(false, OpenTsdbJsonParser.MAX_LINE_BYTES);

  private final boolean binary;
  private final int maxLineBytes;

  Format(boolean binary, int maxLineBytes) {
    this.binary = binary;
    this.maxLineBytes = maxLineBytes;
  }

  /** Tells whether a record may contain any bytes, so that it can't be a line of a file. */
  public boolean isBinary() {
    return binary;
  }

  /** Returns the format's name in configurations. */
  public String slug() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the largest size of a line of a file, in bytes. */
  public int maxLineBytes() {
    return maxLineBytes;
  }

  /**
   * Returns the largest size of a record of a file in bytes; a record in a capture may contain many
   * lines.
   */
  public int maxFileRecordBytes() {
    return Math.max(maxLineBytes, JsonLinesParser.MAX_LINE_BYTES);
  }

  /**
   * @param timestamps unit of timestamps in {@link #INFLUX}
   * @throws IllegalArgumentException if this is {@link #AUTO}
   */
  public SampleParser.Factory parsers(TimestampUnit timestamps) {
    return switch (this) {
      case AUTO -> throw new IllegalArgumentException("auto is no format to read");
      case REMOTE_WRITE -> RemoteWriteParser::new;
      case OTLP -> OtlpParser::new;
      case PROMETHEUS -> PrometheusParser::new;
      case INFLUX -> () -> new InfluxParser(timestamps);
      case JSON_LINES -> JsonLinesParser::new;
      case GRAPHITE -> GraphiteParser::new;
      case OPENTSDB_PUT -> OpenTsdbPutParser::new;
      case OPENTSDB_JSON -> OpenTsdbJsonParser::new;
    };
  }

  /**
   * @param timestamps unit of timestamps in {@link #INFLUX}
   * @throws IllegalArgumentException if this is {@link #AUTO}
   */
  SampleEncoder encoder(TimestampUnit timestamps) {
    return switch (this) {
      case AUTO -> throw new IllegalArgumentException("auto is no format to write in");
      case REMOTE_WRITE -> new RemoteWriteEncoder();
      case OTLP -> new OtlpEncoder();
      case PROMETHEUS -> new PrometheusEncoder();
      case INFLUX -> new InfluxEncoder(timestamps);
      case JSON_LINES -> new JsonLinesEncoder();
      case GRAPHITE -> new GraphiteEncoder();
      case OPENTSDB_PUT -> new OpenTsdbPutEncoder();
      case OPENTSDB_JSON -> new OpenTsdbJsonEncoder();
    };
  }
}
