package io.tidemark.benchmarks.lab.truth;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * What was found out about a set-up on a kind of host. No verdict takes part in it.
 *
 * @param hash of the set-up
 * @param parts of the set-up, as data
 * @param status measured, failed, or missing where this machine lacks a part
 * @param reason why it is not measured; "" if it is
 * @param base samples per second as it is, the mean of all its windows; null if it was not measured
 * @param idle share of the host that nobody used, the mean over the windows of the base; null
 *     likewise
 * @param gains of each knob
 * @param windows all of them, in the order in which they were taken
 * @param label null if it was not measured
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
  /** Whether it was measured. */
  public enum Status {
    MEASURED,
    FAILED,
    MISSING
  }

  @JsonIgnore
  public boolean isMeasured() {
    return status == Status.MEASURED;
  }

  /** Whether verdicts may be judged by it. */
  public boolean counts() {
    return isMeasured() && label.counts();
  }
}
