package io.tidemark.topic;

import io.tidemark.parse.SampleParser;
import java.io.IOException;
import java.util.Optional;

/** A source of the samples that fill a topic. Not thread-safe. */
public interface SampleInput extends AutoCloseable {
  /** Passes on the next samples, which may be none; returns false at the end. */
  boolean read(SampleParser.Output out) throws IOException;

  /** Returns the share that has been read, from 0 to 1. */
  double share();

  /** Returns why a part of the input could not be read; empty if all could. */
  default Optional<String> broken() {
    return Optional.empty();
  }

  /** Returns a name of the input for people. */
  String name();

  @Override
  void close() throws IOException;
}
