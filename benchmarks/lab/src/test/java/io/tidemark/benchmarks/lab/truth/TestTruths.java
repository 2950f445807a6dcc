package io.tidemark.benchmarks.lab.truth;

import io.tidemark.benchmarks.lab.setup.Setup;
import java.util.List;
import java.util.Map;

/** Truths as they would have been measured. */
public final class TestTruths {
  private TestTruths() {}

  /** With room on the host; what is not named gains nothing. */
  public static Truth gaining(Setup setup, Host host, Map<String, Double> gains) {
    return of(setup, host, gains, 0.5);
  }

  /** Of a host that left no room. */
  public static Truth full(Setup setup, Host host) {
    return of(setup, host, Map.of(), 0.1);
  }

  private static Truth of(Setup setup, Host host, Map<String, Double> times, double idle) {
    List<Gain> gains =
        setup.knobs().stream()
            .map(
                knob ->
                    Gain.of(
                        knob.name(),
                        knob.causes(),
                        List.of(times.getOrDefault(knob.name(), 1.0)),
                        0.4))
            .toList();
    return new Truth(
        setup.name(),
        setup.family(),
        setup.hash(),
        host,
        setup.raw(),
        "a command",
        "2026-11-26T00:00:00Z",
        1,
        Truth.Status.MEASURED,
        "",
        1000.0,
        idle,
        gains,
        List.of(),
        Label.of(gains, idle, setup.colocated()));
  }
}
