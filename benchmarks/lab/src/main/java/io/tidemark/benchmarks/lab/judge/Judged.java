package io.tidemark.benchmarks.lab.judge;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import io.tidemark.benchmarks.lab.truth.Host;
import java.util.List;
import java.util.Map;

/**
 * A verdict of Tidemark on a set-up.
 *
 * @param hash hash of the set-up
 * @param repetition number of the repetition, from 0
 * @param status whether there is a verdict
 * @param reason why there is none; "" if there is one
 * @param cause name of the cause
 * @param gains factor of throughput that a search promises, by cause; empty for other modes
 * @param evidence lines of evidence
 * @param report Tidemark's report, without parts that can be computed from the rest
 */
public record Judged(
    String setup,
    String family,
    String hash,
    Host host,
    Commit commit,
    Mode mode,
    int repetition,
    String command,
    String at,
    double seconds,
    Status status,
    String reason,
    String cause,
    String confidence,
    String sentence,
    Map<String, Double> gains,
    List<String> next,
    List<String> evidence,
    JsonNode report) {

  /** The command that judges. */
  public enum Mode {
    SEARCH,
    WATCH,
    /** The command {@code diagnose} with pages that are 15 s apart, as most people scrape them. */
    DIAGNOSE,
    /** The same with pages that are 5 s apart. */
    DIAGNOSE_5S;

    /** Tells whether the command uses saved pages, which have no window. */
    public boolean isOfPages() {
      return this == DIAGNOSE || this == DIAGNOSE_5S;
    }
  }

  /** The status of a verdict. */
  public enum Status {
    JUDGED,
    FAILED,
    MISSING
  }

  /** Returns a result without a verdict. */
  public static Judged failed(
      JudgedStore.Task task, Host host, Commit commit, String command, String at, String reason) {
    return new Judged(
        task.setup().name(),
        task.setup().family(),
        task.setup().hash(),
        host,
        commit,
        task.mode(),
        task.repetition(),
        command,
        at,
        0,
        Status.FAILED,
        reason,
        "",
        "",
        "",
        Map.of(),
        List.of(),
        List.of(),
        NullNode.getInstance());
  }

  @JsonIgnore
  public boolean isJudged() {
    return status == Status.JUDGED;
  }
}
