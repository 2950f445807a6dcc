package io.tidemark.ceiling;

import io.tidemark.measure.Window;
import io.tidemark.sink.Concept;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A database that drops silently what it has acknowledged, for a limit on its series say. No window
 * of it is valid, since its rate is not what is stored; what stops the traffic is plain all the
 * same.
 */
final class SilentDrops {
  private SilentDrops() {}

  /** Empty if the window's rows were stored, but for a few that another client may have sent. */
  static Optional<Verdict> of(Facts facts) {
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
        new Verdict(
            Cause.TSDB_REJECTING,
            window.invalid().size() > 1 ? Verdict.Confidence.LOW : Verdict.Confidence.MEDIUM,
            Cause.TSDB_REJECTING.what(),
            List.of(share),
            Map.of(),
            List.of(),
            List.of(),
            List.of(
                "what it acknowledged is not all stored: %s"
                    .formatted(
                        facts
                            .capabilities()
                            .remedy(Concept.IGNORED_ROWS)
                            .orElse("its own metrics say why")))));
  }
}
