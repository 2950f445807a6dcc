package io.tidemark.diagnose;

import io.tidemark.ceiling.Cause;
import java.util.List;
import java.util.Map;

/**
 * What stops writes, or would stop more of them, by what processes told of themselves: the content
 * of {@code diagnosis.json}. What is not known is null.
 *
 * @param sentence all of it in one
 * @param cause {@link Cause#NONE_REACHED} if nothing stops 1.2 times the load, and {@link
 *     Cause#INCONCLUSIVE} if none is probable enough
 * @param end process, link or people whose it is; null if there is none
 * @param probabilities by cause, the most probable first; several may be right at once
 * @param atMost how probable anything is said to be, for want of proof
 * @param gains by cause: times what is written, with twice of what it names
 * @param next where nothing stops 1.2 times the load: what does later, as {@code probabilities}
 * @param room times today's load that can be written; twice is the most that is asked
 * @param noSingle 0 to 1: how probable it is that something stops it, and that twice of no single
 *     thing is enough
 * @param othersLoad 0 to 1: how probable it is that the database's cores without what else runs on
 *     them would write more
 * @param evidence what was read that speaks for or against it
 * @param missing what was not there, and what it would add
 * @param regimes parts of the time that differ in their load, or in what is busy; none if nothing
 *     changed
 * @param secondsApart between two pages, usually
 * @param loads that were told apart: of one alone less can be said
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

  /** 0.8 of what is known lies between, 0.1 below and 0.1 above. */
  public record Range(double low, double median, double high) {}

  /**
   * @param value in words
   * @param query in Prometheus' language, for all processes; null if there is none
   */
  public record Evidence(String reading, String value, String query) {}

  /**
   * @param role what it does, as far as the names of its metrics tell
   * @param pages that told something
   */
  public record Process(String name, String role, String product, String version, int pages) {}

  /**
   * A part of the time, in UTC.
   *
   * @param samplesPerSecond null where it is left out
   * @param behind whether senders had more to send than they sent
   * @param leftOut why it does not count; null if it does
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
   * A longer part of the time, in which all was about the same.
   *
   * @param cause of that time alone; {@link Cause#INCONCLUSIVE} if none is probable enough
   * @param probability null if none is
   * @param begins what happened then; null if nothing is known of that
   */
  public record Regime(
      String from,
      String to,
      double samplesPerSecond,
      Cause cause,
      Double probability,
      String begins) {}
}
