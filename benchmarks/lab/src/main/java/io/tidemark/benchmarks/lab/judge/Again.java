package io.tidemark.benchmarks.lab.judge;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.Verdict;
import io.tidemark.ceiling.Verdict.Confidence;
import io.tidemark.ceiling.result.CeilingResult;
import io.tidemark.ceiling.result.Probabilities;
import io.tidemark.ceiling.result.Sighting;
import io.tidemark.job.config.ConfigException;
import io.tidemark.proof.CauseProbabilities;
import io.tidemark.proof.PosteriorCauses;
import io.tidemark.report.ReportReader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The probabilities that the model of one commit gives for the windows of a verdict of another
 * commit. A search chooses its steps without the model, so the later model would have had the same
 * windows.
 *
 * @param hash hash of the set-up
 * @param windows folder of the commit whose verdict has the windows
 * @param commit commit of the model
 * @param causes probability of each cause, 0 to 1; empty if the model gives none
 * @param untold why the model gives none; "" if it does
 */
public record Again(
    String setup,
    String hash,
    Judged.Mode mode,
    String windows,
    Commit commit,
    Map<String, Double> causes,
    String untold) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * @throws ConfigException if the kept report is too old or too new to be read
   */
  public static Again of(Judged kept, Commit commit) {
    Probabilities told = told(kept);
    var causes = new TreeMap<String, Double>();
    if (told.told()) {
      told.causes().forEach((cause, probability) -> causes.put(cause.name(), probability));
    }
    return new Again(
        kept.setup(),
        kept.hash(),
        kept.mode(),
        kept.commit().folder(),
        commit,
        causes,
        told.told() ? "" : told.untold());
  }

  private static Probabilities told(Judged kept) {
    Path name = Path.of(kept.setup());
    try {
      byte[] report = JSON.writeValueAsBytes(kept.report());
      if (kept.mode() == Judged.Mode.WATCH) {
        return CauseProbabilities.beside(
            named(Cause.valueOf(kept.cause()), kept.next().stream().map(Cause::valueOf).toList()),
            CauseProbabilities.of(ReportReader.watched(name, report)));
      }
      CeilingResult result = ReportReader.ceiling(name, report);
      return CauseProbabilities.beside(
          named(result.cause(), result.next()),
          CauseProbabilities.ofSearch(
              PosteriorCauses.of(Sighting.of(result.steps())),
              result.steps(),
              result.interventions()));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Verdict named(Cause cause, List<Cause> next) {
    return new Verdict(
        cause, Confidence.NONE, "", List.of(), Map.of(), next, Map.of(), List.of(), List.of());
  }

  /** Tells whether these are the probabilities for that verdict's windows. */
  @JsonIgnore
  public boolean isOf(Judged kept) {
    return kept.repetition() == 0
        && setup.equals(kept.setup())
        && hash.equals(kept.hash())
        && mode == kept.mode()
        && windows.equals(kept.commit().folder());
  }
}
