package io.tidemark.benchmarks.simulated;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.tidemark.benchmarks.Invocation;
import io.tidemark.benchmarks.lab.score.Interval;
import io.tidemark.benchmarks.result.Versions;
import io.tidemark.calibrate.RandomTruth;
import io.tidemark.calibrate.RandomTruth.Outcome;
import io.tidemark.mechanism.lab.RandomSetups;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How right searches and watches are of the second simulator. */
@Command(
    name = "benchmarks/run simulated",
    usageHelpAutoWidth = true,
    description = {
      "Set-ups of a simulator that was not written from the rules: what limits each is computed, then a",
      "search and a watch say what they see. Writes what came of it under benchmarks/results/lab/simulated."
    })
public final class SimulatedCommand implements Callable<Integer> {
  private static final int FEWEST = 10;

  /** Two of each family. */
  private static final int CHANGED = 2 * RandomSetups.families();

  @Mixin private Invocation invocation;

  @Option(
      names = "--setups",
      paramLabel = "N",
      description = "How many; default 270, ten of each family. Of fewer nothing is written.")
  private int setups = 10 * RandomSetups.families();

  @Option(
      names = "--held-out",
      description =
          "Those of the other seed. Nobody may look into them: only shares are printed and written.")
  private boolean heldOut;

  @Option(
      names = "--metamorphic",
      description = "Also two of each family, changed in ways that should not matter.")
  private boolean metamorphic;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where results go; default benchmarks/results/lab/simulated.")
  private Path folder;

  /**
   * @param first the share that is right of the first simulator, and its interval
   * @param drop from there to here, of searches, where something is to decide
   */
  record Compared(String command, int setups, Interval first, Interval second, double drop) {}

  @Override
  public Integer call() {
    if (setups < FEWEST) {
      throw invocation.misused("--setups %d: at least %d".formatted(setups, FEWEST));
    }
    Path root = invocation.root();
    var err = invocation.err();
    var out = invocation.out();
    long seed = heldOut ? RandomSetups.HELD_OUT : RandomSetups.TRAINING;
    List<Judged> judged = SimulatedAccuracy.random(setups, seed, err::println);
    List<Judged> training =
        heldOut ? SimulatedAccuracy.random(setups, RandomSetups.TRAINING, err::println) : judged;

    Map<String, Object> result = new LinkedHashMap<>();
    result.put("command", invocation.command());
    result.put("time", invocation.started());
    result.put("versions", Versions.of(root));
    result.put("half", heldOut ? "held out" : "training");
    result.put("seed", seed);
    result.put("setups", setups);
    for (Said.Mode mode : Said.Mode.values()) {
      Summary summary = Summary.of(judged, training, mode);
      result.put(mode.name().toLowerCase(Locale.ROOT), summary);
      out.println(SimulatedTable.of(mode, summary));
    }
    Compared compared = compared(judged);
    result.put("firstSimulator", compared);
    out.println(SimulatedTable.of(compared));
    if (!heldOut) {
      List<Judged> named = SimulatedAccuracy.named(err::println);
      result.put("named", named);
      out.println(SimulatedTable.named(named));
      result.put("judged", judged);
    }
    publish(root, result);
    if (metamorphic) {
      List<Metamorphic> rows = Metamorphic.of(judged.subList(0, Math.min(setups, CHANGED)), seed);
      result.put("metamorphic", rows);
      out.println(SimulatedTable.of(rows));
      publish(root, result);
    }
    out.flush();
    return 0;
  }

  /** Results of a few set-ups only where somebody asks for them. */
  private void publish(Path root, Map<String, Object> result) {
    boolean whole = setups >= 10 * RandomSetups.families();
    if (folder != null || whole) {
      Path to = folder == null ? root.resolve("benchmarks/results/lab/simulated") : folder;
      write(to.resolve(heldOut ? "held-out.json" : "training.json"), result);
    }
  }

  /** What is decidable there: something gains enough, and not everything alike. */
  private Compared compared(List<Judged> judged) {
    RandomTruth first = RandomTruth.of(setups, FIRST_SEED);
    long decidable = setups - first.count(Outcome.UNDECIDABLE);
    Interval there = Interval.ofShare(first.count(Outcome.RIGHT), decidable);
    List<Judged> limited = judged.stream().filter(each -> !each.right().isEmpty()).toList();
    long right =
        limited.stream()
            .filter(each -> each.outcome(Said.Mode.SEARCH) == Judged.Outcome.RIGHT)
            .count();
    Interval here = Interval.ofShare(right, limited.size());
    return new Compared(
        "./tidemark calibrate --random %d --seed %d".formatted(setups, FIRST_SEED),
        setups,
        there,
        here,
        there.value() - here.value());
  }

  /** Any will do, if it stays: results are compared over commits. */
  private static final long FIRST_SEED = 586_031;

  private static void write(Path file, Object result) {
    try {
      Files.createDirectories(file.getParent());
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .writeValue(file.toFile(), result);
    } catch (IOException e) {
      throw new UncheckedIOException("%s can't be written".formatted(file), e);
    }
  }
}
