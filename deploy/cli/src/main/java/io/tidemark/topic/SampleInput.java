package io.tidemark.topic;

import io.tidemark.parse.SampleParser;
import java.io.IOException;

/** Where the samples come from that fill a topic. Not thread-safe. */
public interface SampleInput extends AutoCloseable {
  /** Hands out what comes next, which may be nothing; false at the end. */
  boolean read(SampleParser.Output out) throws IOException;

  /** How much has been read, from 0 to 1. */
  double share();

  /** What it is, for people. */
  String name();

  @Override
  void close() throws IOException;
}
