package io.tidemark.series;

/**
 * A part of the M×N copies of a source sample: instances {@code [instanceFrom, instanceTo)}, ticks
 * {@code [tickFrom, tickTo)}.
 */
public record Slice(int instanceFrom, int instanceTo, int tickFrom, int tickTo) {
  public Slice {
    if (instanceFrom < 0 || instanceTo <= instanceFrom || tickFrom < 0 || tickTo <= tickFrom) {
      throw new IllegalArgumentException(
          "empty slice [instances=%d..%d, ticks=%d..%d]"
              .formatted(instanceFrom, instanceTo, tickFrom, tickTo));
    }
  }

  /** Returns the number of copies of each source sample. */
  public int copies() {
    return (instanceTo - instanceFrom) * (tickTo - tickFrom);
  }
}
