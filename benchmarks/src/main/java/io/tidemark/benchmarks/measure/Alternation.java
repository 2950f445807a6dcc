package io.tidemark.benchmarks.measure;

import static io.tidemark.benchmarks.result.Figure.Better.NEITHER;

import io.tidemark.benchmarks.result.Row;
import io.tidemark.process.Poll;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Measures contenders in turn, A B C A B C, so that other load on the machine and the speed of its
 * processors affect all of them alike. Each contender is warmed up alone and lives through all its
 * windows; while others are measured, it is frozen and costs nothing.
 *
 * @param progress gets lines about the progress
 */
public record Alternation(Effort effort, Consumer<String> progress) {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(250);
  private static final int LOOKS = 120;

  private static final String OTHERS = "others";

  private record Turn(String name, Contender contender, List<ContenderWindow> windows) {}

  /**
   * Starts, measures, stops and closes the contenders.
   *
   * @param starts starts each contender while those before it are frozen, by the name of its row
   */
  public List<Row> rows(Map<String, ? extends Supplier<? extends Contender>> starts) {
    var turns = new ArrayList<Turn>();
    try {
      starts.forEach((name, start) -> turns.add(begin(name, start)));
      for (int round = 1; round <= effort.rounds(); round++) {
        progress.accept("round %d of %d".formatted(round, effort.rounds()));
        turns.forEach(this::measure);
      }
      turns.forEach(turn -> turn.contender().stop());
      return turns.stream().map(Alternation::row).toList();
    } finally {
      turns.forEach(turn -> turn.contender().close());
    }
  }

  private Turn begin(String name, Supplier<? extends Contender> start) {
    return new Turn(name, warmedUp(name, start), new ArrayList<>());
  }

  /** Starts a contender, lets it warm up, and freezes it. */
  public Contender warmedUp(String name, Supplier<? extends Contender> start) {
    progress.accept("warming up: " + name);
    Contender contender = start.get();
    Poll.pause(effort.warmUp());
    contender.freeze();
    return contender;
  }

  private void measure(Turn turn) {
    turn.windows().add(window(turn.contender()));
  }

  /** Measures a window of a contender that is frozen before and after. */
  public ContenderWindow window(Contender contender) {
    contender.resume();
    Poll.pause(effort.settle());
    Reading from = read(contender);
    Poll.pause(effort.window());
    Reading to = readAfter(from, contender);
    contender.freeze();
    return new ContenderWindow(from, to);
  }

  /**
   * Reads the end of a window. One without samples lasts until there is one, because a cost per
   * sample needs a sample.
   */
  private static Reading readAfter(Reading from, Contender contender) {
    Reading to = read(contender);
    for (int looks = 0; to.samples() == from.samples(); looks++) {
      if (looks == LOOKS) {
        throw new IllegalStateException("nothing was written for half a minute");
      }
      Poll.pause(LOOK_AGAIN);
      to = read(contender);
    }
    return to;
  }

  private static Reading read(Contender contender) {
    Reading reading = contender.read();
    double others = OthersCpu.seconds();
    return Double.isNaN(others) ? reading : reading.with(OTHERS, others);
  }

  private static Row row(Turn turn) {
    var figures = new Figures(turn.windows());
    figures.all().putAll(turn.contender().figures(turn.windows()));
    if (figures.counts(OTHERS)) {
      figures.add("others' CPU", "cores", NEITHER, window -> window.perSecond(OTHERS));
    }
    return new Row(turn.name(), figures.all());
  }
}
