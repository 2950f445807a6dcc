package io.tidemark.benchmarks.lab.truth;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * The measured truth about a set-up on a kind of host; it does not depend on any verdict.
 *
 * @param hash hash of the set-up
 * @param parts parts of the set-up as data
 * @param status whether it was measured, failed, or lacks a part on this machine
 * @param reason why it was not measured; "" if it was
 * @param base samples per second of the unchanged set-up, the mean of its windows; null if it was
 *     not measured
 * @param idle mean idle share of the host in these windows, 0 to 1; null if it was not measured
 * @param gains gain of each knob
 * @param windows all windows in the order in which they were measured
 * @param label the right answers; null if it was not measured
 */
public record Truth(
    String setup,
    String family,
    String hash,
    Host host,
    JsonNode parts,
    String command,
    String startedAt,
    double seconds,
    Status status,
    String reason,
    Double base,
    Double idle,
    List<Gain> gains,
    List<Stand.Measured> windows,
    Label label) {
  /** Whether the set-up was measured. */
  public enum Status {
    MEASURED,
    FAILED,
    MISSING
  }

  @JsonIgnore
  public boolean isMeasured() {
    return status == Status.MEASURED;
  }

  /** Tells whether verdicts may be judged by this truth. */
  public boolean counts() {
    return isMeasured() && label.counts();
  }
}
