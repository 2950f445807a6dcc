package io.tidemark.sink.prometheus;

import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.http.HttpWriteClient.Meaning;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What a receiver that refuses samples names in its answer, whatever its status: Prometheus and
 * Mimir say 400, Thanos 409, some 422. Never sent again. The words are those of Prometheus
 * (storage/interface.go), of Mimir's and Cortex' errors, and of Thanos' receiver. Pure.
 */
enum Refusal {
  FUTURE("too far in the future", false, "too far in the future", "too-far-in-future"),
  OUT_OF_ORDER("out of order sample", true, "out of order sample", "sample-out-of-order"),
  DUPLICATE(
      "duplicate sample",
      true,
      "duplicate sample for timestamp",
      "sample-duplicate-timestamp",
      "new-value-for-timestamp"),
  TOO_OLD("too old sample", true, "too old sample", "sample-timestamp-too-old", "sample-too-old"),
  OUT_OF_BOUNDS("out of bounds", true, "out of bounds", "sample-out-of-bounds"),
  LABEL_LIMIT(
      "label limit",
      false,
      "label-name-too-long",
      "label-value-too-long",
      "max-label-names-per-series",
      "label name too long",
      "label value too long",
      "label_name_too_long",
      "label_value_too_long",
      "max_label_names_per_series"),
  INVALID_LABELS(
      "invalid labels",
      false,
      "invalid metric name or labels",
      "invalid labels for series",
      "duplicated label",
      "label-invalid",
      "duplicate-label-names",
      "missing-metric-name"),
  SERIES_LIMIT(
      "series limit", false, "max-series-per-user", "per-user series limit", "series limit"),
  NOT_WRITTEN("not written", true);

  /** Of a request whose samples were refused. */
  private static final List<Integer> STATUSES = List.of(400, 409, 422);

  private final String code;
  private final boolean mayBeStored;
  private final List<String> words;

  /**
   * @param code as the reason of dead letters has it
   * @param mayBeStored whether one that is stored already gets this answer
   * @param words one of them is in the answer
   */
  Refusal(String code, boolean mayBeStored, String... words) {
    this.code = code;
    this.mayBeStored = mayBeStored;
    this.words = List.of(words);
  }

  String code() {
    return code;
  }

  /** Empty where the answer names none of these: its status counts. */
  static Optional<Meaning> read(int status, String text) {
    if (!STATUSES.contains(status)) {
      return Optional.empty();
    }
    return Arrays.stream(values())
        .filter(refusal -> refusal.isNamedIn(text))
        .findFirst()
        .map(refusal -> refusal.meaning("HTTP %d: %s".formatted(status, text)));
  }

  /** Of samples that an answer says are not written; {@link #NOT_WRITTEN} where it says no more. */
  static Refusal named(String text) {
    return Arrays.stream(values())
        .filter(refusal -> refusal.isNamedIn(text))
        .findFirst()
        .orElse(NOT_WRITTEN);
  }

  private boolean isNamedIn(String text) {
    return words.stream().anyMatch(text::contains);
  }

  Meaning meaning(String error) {
    return new Meaning(ResponseClass.REJECT, code, error);
  }

  /** Whether a refusal of this code may be of what is stored already. */
  static boolean mayBeStored(String code) {
    return Arrays.stream(values())
        .anyMatch(refusal -> refusal.mayBeStored && refusal.code.equals(code));
  }
}
