package io.tidemark.benchmarks.measure;

import io.tidemark.cluster.Poll;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Measures contenders in turn, A B C A B C: what else happens on the machine, and how fast its
 * processors run at the moment, then meets all of them alike. Each is warmed up alone and lives
 * through all its windows; while another has its turn it is frozen and costs nothing.
 */
public final class Alternation {
  private Alternation() {}

  /** A contender and its windows. */
  public record Measured<C extends Contender>(C contender, List<Window> windows) {}

  /**
   * Starts and measures; the caller closes the contenders, which are frozen.
   *
   * @param starts each starts one; called in order, with those before it frozen
   */
  public static <C extends Contender> List<Measured<C>> run(
      Effort effort, List<Supplier<C>> starts) {
    var measured = new ArrayList<Measured<C>>();
    try {
      for (Supplier<C> start : starts) {
        C contender = start.get();
        measured.add(new Measured<>(contender, new ArrayList<>()));
        Poll.pause(effort.warmUp());
        contender.freeze();
      }
      for (int round = 0; round < effort.rounds(); round++) {
        for (Measured<C> each : measured) {
          each.windows().add(window(effort, each.contender()));
        }
      }
      return measured;
    } catch (RuntimeException e) {
      measured.forEach(each -> each.contender().close());
      throw e;
    }
  }

  private static Window window(Effort effort, Contender contender) {
    contender.resume();
    Poll.pause(effort.settle());
    Reading from = contender.read();
    Poll.pause(effort.window());
    Reading to = contender.read();
    contender.freeze();
    return new Window(from, to);
  }
}
