package io.tidemark.watch;

import io.tidemark.ceiling.Attribution;
import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.Facts;
import io.tidemark.ceiling.Finding;
import io.tidemark.ceiling.Seen;
import io.tidemark.ceiling.Verdict;
import io.tidemark.ceiling.Verdict.Confidence;
import io.tidemark.ceiling.result.Probabilities;
import io.tidemark.measure.Amounts;
import io.tidemark.measure.Window;
import io.tidemark.proof.CauseProbabilities;
import io.tidemark.proof.Proof;
import io.tidemark.sink.Capabilities;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/**
 * What stops a running job now, by signals and the queueing model: nothing was changed to prove it,
 * and the job's own ceiling is not known.
 *
 * @param time when the window was judged, ISO-8601
 * @param job the job's id
 * @param next causes that hold, too
 * @param missing signals that would have been needed
 * @param probabilities how probable each cause is, by the last whole window
 * @param databaseFailure why the database's metrics could not be read last; null if they could
 */
public record Judgement(
    String time,
    String job,
    String sentence,
    Cause cause,
    Confidence confidence,
    List<Finding> evidence,
    Map<Cause, Finding> against,
    List<Cause> next,
    List<String> missing,
    List<String> advice,
    Probabilities probabilities,
    String databaseFailure,
    Window window) {

  static Judgement of(
      Instant time,
      String job,
      Window window,
      Capabilities capabilities,
      WatchedProbabilities.Told told,
      String databaseFailure) {
    Verdict signals = signals(window, capabilities);
    Probabilities probabilities = CauseProbabilities.beside(signals, told.probabilities());
    // What the model made of an earlier window counts only if the signals name the same cause now.
    boolean asThen = signals(told.window(), capabilities).cause() == signals.cause();
    Probabilities comparable =
        asThen ? probabilities : Probabilities.untold("they are of another cause's window");
    Verdict verdict = Proof.ofWatched(signals, window, comparable);
    return new Judgement(
        time.truncatedTo(ChronoUnit.SECONDS).toString(),
        job,
        sentence(window, verdict),
        verdict.cause(),
        verdict.confidence(),
        verdict.evidence(),
        verdict.against(),
        verdict.next(),
        verdict.missing(),
        verdict.advice(),
        probabilities,
        databaseFailure,
        window);
  }

  private static Verdict signals(Window window, Capabilities capabilities) {
    boolean rateAsked = window.load().sourceSamplesPerSecond() > 0;
    return Attribution.judge(
        new Facts(
            new Seen(window, null, Seen.OtherLoads.UNKNOWN, null, capabilities, rateAsked, false)));
  }

  private static String sentence(Window window, Verdict verdict) {
    if (!window.valid()) {
      // The window has no rate that counts, but what stops the job may be plain all the same.
      String told =
          verdict.cause() == Cause.INCONCLUSIVE
              ? "What stops the job can't be told"
              : "The job is " + verdict.headline();
      return "%s: %s.".formatted(told, String.join("; ", window.invalid()));
    }
    return "%s samples/s are written, %s."
        .formatted(Amounts.count(window.throughput().samplesPerSecond()), verdict.headline());
  }
}
