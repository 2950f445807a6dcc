package io.tidemark.simulated;

import java.util.function.ObjIntConsumer;

/** A batch on its way through a simulated job, and the calls that it takes to deliver it. */
final class SimulatedBatch implements SimulatedNode.Call {
  private final double samples;
  private final double series;
  private final double ofNewSeries;
  private final double bytes;
  private final double noise;
  ObjIntConsumer<SimulatedBatch> answered;
  String target;

  /** When its first sample was due; before all time if no sample is due at any. */
  long dueNanos = Long.MIN_VALUE;

  long permitNanos;
  long callNanos;
  long sentNanos;
  int failures;
  private boolean onTheLine;
  private boolean unread;

  SimulatedBatch(double samples, double series, double ofNewSeries, double bytes, double noise) {
    this.samples = samples;
    this.series = series;
    this.ofNewSeries = ofNewSeries;
    this.bytes = bytes;
    this.noise = noise;
  }

  @Override
  public double samples() {
    return samples;
  }

  @Override
  public double series() {
    return series;
  }

  @Override
  public double ofNewSeries() {
    return ofNewSeries;
  }

  @Override
  public double bytes() {
    return bytes;
  }

  @Override
  public double noise() {
    return noise;
  }

  boolean isOnTheLine() {
    return onTheLine;
  }

  void begins() {
    onTheLine = true;
    unread = false;
  }

  @Override
  public void handedOver(long nowNanos) {
    sentNanos = nowNanos;
  }

  boolean isUnread() {
    return onTheLine && unread;
  }

  @Override
  public void unread() {
    unread = true;
  }

  @Override
  public void taken() {
    onTheLine = false;
  }

  @Override
  public void answered(int status) {
    onTheLine = false;
    answered.accept(this, status);
  }
}
