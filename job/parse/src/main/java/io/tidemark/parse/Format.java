package io.tidemark.parse;

/** What a source's records are written in. */
public enum Format {
  REMOTE_WRITE,
  INFLUX;

  /**
   * @param timestamps of a text format
   */
  public SampleParser.Factory parsers(TimestampUnit timestamps) {
    return switch (this) {
      case REMOTE_WRITE -> RemoteWriteParser::new;
      case INFLUX -> () -> new InfluxParser(timestamps);
    };
  }
}
