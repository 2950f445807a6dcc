package io.tidemark.diagnose;

import io.tidemark.ceiling.Cause;
import java.util.List;
import java.util.Map;

/**
 * The result of {@code diagnose} and the content of {@code diagnosis.json}: what stops writes, or
 * would stop more of them, by what processes told of themselves. What is not known is null.
 *
 * @param sentence the diagnosis in one sentence
 * @param cause {@link Cause#NONE_REACHED} if nothing stops 1.2 times the load, and {@link
 *     Cause#INCONCLUSIVE} if no cause is probable enough
 * @param end the process or link that the cause is at, in words; null if there is none
 * @param probabilities by cause, 0 to 1, the highest first; several may be right at once
 * @param atMost the highest probability that is reported, for want of proof
 * @param gains by cause, the factor of throughput with twice of what it names
 * @param next if nothing stops 1.2 times the load: by cause, how probably it stops the highest load
 *     that can be written
 * @param room the load that can be written over today's, up to 2, because no more is asked for
 * @param noSingle how probable it is, 0 to 1, that something stops the load, and that twice of no
 *     single resource is enough
 * @param othersLoad how probable it is, 0 to 1, that more would be written without other work on
 *     the database's cores
 * @param evidence readings that speak for or against the cause
 * @param missing readings that no page had, with what they would tell
 * @param regimes periods that differ in their load, or in what is busy; empty if the cause is
 *     always the same
 * @param secondsApart the usual time between two pages
 * @param loads number of loads that were told apart; of a single one less can be said
 * @param untold why all this means nothing; null if it does
 */
public record Diagnosis(
    String sentence,
    Cause cause,
    String end,
    Map<Cause, Double> probabilities,
    double atMost,
    Map<Cause, Range> gains,
    Map<Cause, Double> next,
    Range room,
    double noSingle,
    double othersLoad,
    List<Evidence> evidence,
    List<String> missing,
    List<String> advice,
    List<Process> processes,
    List<Part> parts,
    List<Regime> regimes,
    String from,
    String to,
    double secondsApart,
    int loads,
    String untold,
    List<String> warnings) {

  /** With probability 0.8 a factor lies between low and high, and with 0.1 each below or above. */
  public record Range(double low, double median, double high) {}

  /**
   * @param value the reading in words
   * @param query a query for it in Prometheus' language, for all processes; null if there is none
   */
  public record Evidence(String reading, String value, String query) {}

  /**
   * @param role what the process does, as far as the names of its metrics tell
   * @param pages number of its pages that told something
   */
  public record Process(String name, String role, String product, String version, int pages) {}

  /**
   * A part of the time, in UTC.
   *
   * @param samplesPerSecond samples that are written; null if the part is left out
   * @param behind whether senders had more to send than they sent
   * @param leftOut why the part does not count; null if it does
   */
  public record Part(
      String from,
      String to,
      Double samplesPerSecond,
      Double databaseCpuShare,
      Double slotsShare,
      Double storageShare,
      Double sendersInFlight,
      Boolean behind,
      String leftOut) {}

  /**
   * A period in which the load, and what is busy, are about the same.
   *
   * @param cause the cause in this period alone; {@link Cause#INCONCLUSIVE} if none is probable
   *     enough
   * @param probability its probability; null if none is probable enough
   * @param begins what happened when it began; null if nothing is known of that
   */
  public record Regime(
      String from,
      String to,
      double samplesPerSecond,
      Cause cause,
      Double probability,
      String begins) {}
}
