package io.tidemark.ceiling;

import io.tidemark.measure.Window;
import io.tidemark.sink.Concept;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What stops the traffic is plain, and yet no window can be valid. */
final class PlainCauses {
  private PlainCauses() {}

  /** Empty where it is not plain. */
  static Optional<Verdict> of(Facts facts) {
    return readOnly(facts).or(() -> silentDrops(facts));
  }

  /** One that takes no writes may answer none: an insert node waits for its storage. */
  private static Optional<Verdict> readOnly(Facts facts) {
    Finding storage = StorageFindings.storageIsSlow(facts);
    if (!StorageFindings.isReadOnly(facts) || !storage.isTrue()) {
      return Optional.empty();
    }
    return Optional.of(
        verdict(Cause.TSDB_STORAGE, Verdict.Confidence.MEDIUM, storage, Advice.storage(facts)));
  }

  /**
   * A database that drops silently what it has acknowledged, for a limit on its series say: its
   * rate is not what is stored. Empty if the window's rows were stored, but for a few that another
   * client may have sent.
   */
  private static Optional<Verdict> silentDrops(Facts facts) {
    Window window = facts.peak();
    if (window.database() == null) {
      return Optional.empty();
    }
    Map<String, Long> ignored = window.database().rowsIgnored();
    double dropped = ignored.values().stream().mapToLong(Long::longValue).sum();
    double acknowledged = window.throughput().samplesPerSecond() * window.seconds();
    Finding share =
        Finding.over(
            "acknowledged rows that the database dropped %s".formatted(ignored.keySet()),
            acknowledged == 0 ? 0 : Math.min(1, dropped / acknowledged),
            Thresholds.THROTTLED);
    if (!share.isTrue()) {
      return Optional.empty();
    }
    return Optional.of(
        verdict(
            Cause.TSDB_REJECTING,
            window.invalid().size() > 1 ? Verdict.Confidence.LOW : Verdict.Confidence.MEDIUM,
            share,
            List.of(
                "what it acknowledged is not all stored: %s"
                    .formatted(
                        facts
                            .capabilities()
                            .remedy(Concept.IGNORED_ROWS)
                            .orElse("its own metrics say why")))));
  }

  private static Verdict verdict(
      Cause cause, Verdict.Confidence confidence, Finding evidence, List<String> advice) {
    return new Verdict(
        cause,
        confidence,
        cause.what(),
        List.of(evidence),
        Map.of(),
        List.of(),
        Map.of(),
        List.of(),
        advice);
  }
}
