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
 * What the model of one commit makes of the windows that a verdict of another commit has kept. A
 * search takes its steps without asking the model, so that its windows are those that the later
 * model would have had.
 *
 * @param hash of the set-up
 * @param windows the folder of the commit whose verdict has them
 * @param commit whose model it is
 * @param causes how probable each cause is, 0 to 1; empty if the model tells nothing
 * @param untold why it tells nothing; "" if it does
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
   * @throws ConfigException if the report that was kept is none of today's
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

  /** Tells whether it is of the same windows. */
  @JsonIgnore
  public boolean isOf(Judged kept) {
    return kept.repetition() == 0
        && setup.equals(kept.setup())
        && hash.equals(kept.hash())
        && mode == kept.mode()
        && windows.equals(kept.commit().folder());
  }
}
