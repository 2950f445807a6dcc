package io.tidemark.sink;

import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.util.List;

/**
 * Turns samples into payloads and, on the slow path of a rejected request, payloads back into
 * samples.
 */
public interface WireFormat {
  /**
   * Tells why a series can't be written at all, whatever the database says; null if it can. The
   * reason is a few words joined by dashes, and becomes the reason of the series' dead letters. It
   * is asked for once, before the series' template is made.
   */
  default String refuse(Labels labels) {
    return null;
  }

  /** Prepares a series to be written many times, and adds the target's extra labels to it. */
  SeriesTemplate template(Labels labels);

  PayloadBuilder newPayloadBuilder();

  /**
   * Returns the payload's samples in order, each with its full labels.
   *
   * @throws IllegalArgumentException if the body is not of this format
   */
  List<Sample> decode(Payload payload);

  /** Encodes exactly these samples, in order. This is not on the hot path. */
  Payload encode(List<Sample> samples);
}
