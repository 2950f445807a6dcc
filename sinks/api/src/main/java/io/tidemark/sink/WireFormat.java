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
   * Why a series can't be written at all, whatever the database says: a few words with dashes, the
   * reason of its dead letters; null if it can. Asked once, before its template is made.
   */
  default String refuse(Labels labels) {
    return null;
  }

  /** The series, ready to be written many times. Extra labels of the target are applied here. */
  SeriesTemplate template(Labels labels);

  PayloadBuilder newPayloadBuilder();

  /**
   * The payload's samples in order, each with its full labels.
   *
   * @throws IllegalArgumentException if the body is not of this format
   */
  List<Sample> decode(Payload payload);

  /** A payload of exactly these samples, in order. Not a hot path. */
  Payload encode(List<Sample> samples);
}
