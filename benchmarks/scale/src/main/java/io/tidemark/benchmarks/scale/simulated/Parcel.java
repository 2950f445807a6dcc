package io.tidemark.benchmarks.scale.simulated;

/**
 * What travels between two subtasks: a network buffer of source samples, a batch of written
 * samples, or a checkpoint's barrier.
 *
 * @param samples of its kind
 * @param bytes on the way
 * @param buffers that it fills
 * @param blocks of source samples that it holds; 0 in a batch
 */
record Parcel(int samples, int bytes, int buffers, int blocks, boolean isBarrier) {
  static final Parcel BARRIER = new Parcel(0, 64, 0, 0, true);

  static Parcel ofSourceSamples(int samples, int bytes, int blocks) {
    return new Parcel(samples, bytes, 1, blocks, false);
  }

  static Parcel batch(int samples, double bytesEach, int segmentBytes) {
    int bytes = (int) Math.ceil(samples * bytesEach);
    return new Parcel(samples, bytes, (bytes + segmentBytes - 1) / segmentBytes, 0, false);
  }
}
