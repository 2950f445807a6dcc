package io.tidemark.report;

import io.tidemark.ab.AbResult;
import io.tidemark.ab.AbResult.Difference;
import io.tidemark.ab.AbResult.MeasureEffect;
import io.tidemark.ab.AbResult.Trend;
import io.tidemark.ab.AbResult.Verdict;
import io.tidemark.ab.AbRun;
import io.tidemark.ab.Arm;
import io.tidemark.ab.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A comparison made up for tests: six valid runs a side, and one that was made again. */
public final class ExampleComparison {
  private static final int PLACES = 12;

  private ExampleComparison() {}

  public static AbResult result(String note) {
    var runs = new ArrayList<AbRun>();
    for (int number = 1; number <= PLACES; number++) {
      // A B B A A B B A
      boolean a = number % 4 < 2;
      runs.add(run(number, a ? Arm.A : Arm.B, (a ? 5e5 : 6e5) + 1000 * number, List.of()));
    }
    runs.add(run(PLACES + 1, Arm.A, 1e5, List.of("the database was restarted")));
    return new AbResult(
        0.19,
        0.17,
        0.21,
        0.031,
        Verdict.B_FASTER,
        0.05,
        "B is faster: B over A is +19.0 % (+17.0 % to +21.0 %, p=0.031).",
        List.of(),
        List.of(
            new MeasureEffect(
                "throughput", "samples/s", 5.05e5, 6.05e5, 0.19, 0.17, 0.21, 0.031, 0.05),
            new MeasureEffect("p99 latency", "ms", 90.0, 80.0, -0.1, -0.15, -0.05, 0.031, 0.08),
            new MeasureEffect(
                "job CPU per million samples", "s", 1.0, 1.3, 0.3, 0.2, 0.4, 0.031, 0.1),
            new MeasureEffect(
                "database CPU per million samples", "s", 1.0, 1.02, 0.02, -0.05, 0.08, 0.4, 0.1),
            new MeasureEffect(
                "unevenness of acknowledgements per 100 ms",
                "cv",
                0.3,
                0.2,
                -0.3,
                null,
                null,
                null,
                null)),
        List.of(new Difference("write.batch-samples", "10000", note)),
        Map.of(
            "target.type",
            "victoriametrics",
            "source.type",
            "datagen",
            "source.datagen.series",
            "20000",
            "amplify.m",
            "20",
            "amplify.n",
            "1",
            "write.in-flight",
            "16"),
        new Trend(3, 12, 0.4, 0.01),
        runs,
        Map.of(Arm.A, 1, Arm.B, 0),
        new Range(1_000_000, "", "", 1_000_000),
        "file:/savepoints/1",
        false,
        "there before: {http://127.0.0.1:8428/metrics=version 1.150.0, flags {}}",
        List.of(note),
        null,
        null,
        Map.of("tidemark", "0.1.0"),
        "2026-11-21T08:00:00Z");
  }

  private static AbRun run(int number, Arm arm, double rate, List<String> invalid) {
    return new AbRun(
        number,
        Math.min(number, PLACES),
        arm,
        "",
        "2026-11-21T08:00:00Z",
        1_000_000,
        1_000_000,
        0,
        2.0,
        rate,
        80.0,
        1.2,
        null,
        0.3,
        null,
        invalid);
  }
}
