package io.tidemark.mechanism.job;

/** Samples that are sent together, on their way through a job. */
final class Batch {
  final long number;
  final double samples;
  final double bytes;
  long permittedNanos;
  long calledNanos;
  long sentNanos;
  int failures;

  Batch(long number, double samples, double bytes) {
    this.number = number;
    this.samples = samples;
    this.bytes = bytes;
  }
}
