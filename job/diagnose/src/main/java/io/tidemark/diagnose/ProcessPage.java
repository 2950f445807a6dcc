package io.tidemark.diagnose;

/** The metrics page of one process at one moment. */
interface ProcessPage {
  String process();

  /** Returns the Unix time of the moment, in milliseconds. */
  long millis();

  byte[] read();
}
