package io.tidemark.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.format.AvalancheExposition;
import io.tidemark.format.Format;
import io.tidemark.format.OddInputs;
import io.tidemark.format.RealImports;
import io.tidemark.parse.protobuf.OddRequests;
import io.tidemark.parse.protobuf.OtlpRequests;
import io.tidemark.parse.protobuf.WriteRequests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The same bytes, read by VictoriaMetrics itself and by Tidemark, give the same set of samples;
 * what differs is of a {@link KnownDifference}.
 */
@Execution(ExecutionMode.CONCURRENT)
class OracleIT {
  private static final double SECONDS =
      Double.parseDouble(System.getProperty("tidemark.oracle-seconds", "60"));
  private static final long SEED = Long.getLong("tidemark.oracle-seed", 1);
  private static final int TOGETHER = 250;
  private static final int SHOWN = 25;

  /** As many formats run at a time: pom.xml. */
  private static final int ORACLES = 4;

  private static final BlockingQueue<Oracle> IDLE = new ArrayBlockingQueue<>(ORACLES);

  private Oracle oracle;

  @BeforeAll
  static void start() {
    // The class may run a second time in the same process.
    stop();
    for (int i = 0; i < ORACLES; i++) {
      IDLE.add(new Oracle(RealImports::newest));
    }
  }

  @BeforeEach
  void take() throws InterruptedException {
    oracle = IDLE.take();
  }

  @AfterEach
  void giveBack() {
    IDLE.add(oracle);
  }

  @AfterAll
  static void stop() {
    IDLE.forEach(Oracle::close);
    IDLE.clear();
  }

  /** Those that {@code -Dtidemark.oracle-format} names, by commas, or all. */
  static Stream<Format> formats() {
    List<String> names = List.of(System.getProperty("tidemark.oracle-format", "").split(","));
    return Arrays.stream(Format.values())
        .filter(format -> format != Format.AUTO)
        .filter(format -> format != Format.OTLP || RealImports.isCurrent())
        .filter(format -> names.equals(List.of("")) || names.contains(format.slug()));
  }

  /** With a database of any version. */
  @ParameterizedTest
  @MethodSource("formats")
  void handMadeRecordsAreStoredAlike(Format format) throws Exception {
    List<Comparison> comparisons = oracle.compare(format, known(format));
    assertThat(comparisons).hasSizeGreaterThan(2).allMatch(Comparison::isAlike);
  }

  @ParameterizedTest
  @MethodSource("formats")
  void recordsByChanceAreStoredAlikeButForKnownDifferences(Format format) throws Exception {
    requireCurrent();
    var grammar = new Grammar(format, SEED);
    var different = new ArrayList<Comparison>();
    long end = System.nanoTime() + (long) (SECONDS * 1e9);
    var unknown = new ArrayList<Comparison>();
    int inputs = 0;
    int stored = 0;
    int once = 0;
    while (System.nanoTime() < end) {
      var batch = new ArrayList<Input>();
      for (int i = 0; i < TOGETHER; i++) {
        // A series that was deleted, and is written anew into another month, may not be shown.
        batch.add(grammar.next(inputs + i));
      }
      List<Comparison> comparisons = oracle.compare(format, batch);
      List<Comparison> odd = comparisons.stream().filter(OracleIT::isUnknown).toList();
      if (!odd.isEmpty()) {
        // A database that is late or busy is so once; what the same bytes are made of, always.
        oracle.compare(format, batch).stream().filter(OracleIT::isUnknown).forEach(unknown::add);
        once += odd.size();
      }
      for (Comparison comparison : comparisons) {
        inputs++;
        stored += comparison.stored().size();
        if (!comparison.isAlike()) {
          different.add(comparison);
        }
      }
    }
    var counts = new EnumMap<KnownDifference, Integer>(KnownDifference.class);
    for (Comparison comparison : different) {
      KnownDifference.of(comparison).forEach(known -> counts.merge(known, 1, Integer::sum));
    }
    System.out.printf(
        "oracle: %s: %d inputs, %d samples stored, seed %d, %d differ: %s; unknown once %d, again %d%n",
        format.slug(), inputs, stored, SEED, different.size(), counts, once, unknown.size());
    write(format, unknown);
    assertThat(stored).isGreaterThan(inputs / 4);
    assertThat(unknown.stream().limit(SHOWN).toList())
        .as("%d unknown differences; all: target/oracle", unknown.size())
        .isEmpty();
  }

  /** What the page says of them is true still. */
  @ParameterizedTest
  @MethodSource("formats")
  void eachKnownDifferenceIsOne(Format format) throws Exception {
    requireCurrent();
    for (KnownDifference known : KnownDifference.values()) {
      Optional<Input> example = known.example(format);
      if (example.isPresent()) {
        Comparison comparison = oracle.compare(format, List.of(example.get())).get(0);
        assertThat(KnownDifference.of(comparison)).as(comparison.toString()).containsExactly(known);
      }
    }
  }

  private static boolean isUnknown(Comparison comparison) {
    return !comparison.isAlike() && KnownDifference.of(comparison).isEmpty();
  }

  private static void requireCurrent() {
    assumeTrue(
        RealImports.isCurrent(),
        RealImports.CURRENT + " is not set: only hand-made records were compared, with 1.79.5");
  }

  private static List<Input> known(Format format) {
    var known = new ArrayList<Input>();
    OddInputs.byFormat().getOrDefault(format, List.of()).forEach(r -> known.add(Input.unmarked(r)));
    if (RealImports.isCurrent()) {
      OddInputs.later().getOrDefault(format, List.of()).forEach(r -> known.add(Input.unmarked(r)));
    }
    if (format == Format.PROMETHEUS) {
      known.add(Input.unmarked(AvalancheExposition.page(20, 5, 1769817600123L)));
      known.add(Input.unmarked(AvalancheExposition.page(20, 5, 1769817615123L)));
    }
    if (format == Format.OTLP) {
      OtlpRequests.odd().forEach(request -> known.add(Input.unmarked(request)));
    }
    if (format == Format.REMOTE_WRITE && RealImports.isCurrent()) {
      known.add(Input.unmarked(WriteRequests.nativeHistograms()));
    }
    if (format == Format.REMOTE_WRITE) {
      var requests = new OddRequests(new Random(1), RealImports.isCurrent());
      for (int i = 0; i < 3; i++) {
        known.add(Input.of(i, requests.remoteWrite(Input.mark(i)).version1()));
      }
    }
    return known;
  }

  private static void write(Format format, List<Comparison> different) throws IOException {
    Path file = Path.of("target", "oracle", format.slug() + ".txt");
    Files.createDirectories(file.getParent());
    Files.write(file, different.stream().map(Comparison::toString).toList());
  }
}
