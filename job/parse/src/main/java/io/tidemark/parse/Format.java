package io.tidemark.parse;

/** What a source's records are written in. */
public enum Format {
  REMOTE_WRITE(RemoteWriteParser::new),
  INFLUX(InfluxParser::new);

  private final SampleParser.Factory parsers;

  Format(SampleParser.Factory parsers) {
    this.parsers = parsers;
  }

  public SampleParser.Factory parsers() {
    return parsers;
  }
}
