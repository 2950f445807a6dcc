package io.tidemark.diagnose;

/** A page of metrics that a process showed once. */
interface ProcessPage {
  String process();

  /** Unix time at which it was shown. */
  long millis();

  byte[] read();
}
