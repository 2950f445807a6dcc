package io.tidemark.benchmarks.lab.judge;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import io.tidemark.benchmarks.lab.truth.Host;
import java.util.List;
import java.util.Map;

/**
 * What Tidemark said of a set-up.
 *
 * @param hash of the set-up
 * @param repetition from 0
 * @param status whether there is a verdict
 * @param reason why there is none; "" if there is
 * @param cause as it names it
 * @param gains times the throughput that a search promises, by cause; empty for others
 * @param evidence one line each
 * @param report what it wrote, without what can be computed from the rest
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

  /** Who judges. */
  public enum Mode {
    SEARCH,
    WATCH,
    /** {@code diagnose}, of pages that are 15 s apart, as most scrape them. */
    DIAGNOSE,
    /** The same pages, 5 s apart. */
    DIAGNOSE_5S;

    /** Tells whether it judges saved pages, of which there is no window. */
    public boolean isOfPages() {
      return this == DIAGNOSE || this == DIAGNOSE_5S;
    }
  }

  /** Whether there is a verdict. */
  public enum Status {
    JUDGED,
    FAILED,
    MISSING
  }

  /** Without a verdict. */
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
