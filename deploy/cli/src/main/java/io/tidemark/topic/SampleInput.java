package io.tidemark.topic;

import io.tidemark.parse.SampleParser;
import java.io.IOException;
import java.util.Optional;

/** Where the samples come from that fill a topic. Not thread-safe. */
public interface SampleInput extends AutoCloseable {
  /** Hands out what comes next, which may be nothing; false at the end. */
  boolean read(SampleParser.Output out) throws IOException;

  /** How much has been read, from 0 to 1. */
  double share();

  /** Why not all of it could be read; empty if it could. */
  default Optional<String> broken() {
    return Optional.empty();
  }

  /** What it is, for people. */
  String name();

  @Override
  void close() throws IOException;
}
