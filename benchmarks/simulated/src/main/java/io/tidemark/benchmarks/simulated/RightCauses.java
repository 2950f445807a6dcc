package io.tidemark.benchmarks.simulated;

import io.tidemark.ceiling.Cause;
import io.tidemark.mechanism.lab.Knob;
import java.util.EnumSet;
import java.util.Set;

/** Which words of the rules fit which limits. Some limits have no word. */
public final class RightCauses {
  private RightCauses() {}

  /** What a cause says there is too little of. */
  static Set<Knob> knobs(Cause cause) {
    return switch (cause) {
      case TSDB_MEMORY -> EnumSet.of(Knob.MEMORY);
      case TSDB_STORAGE -> EnumSet.of(Knob.DISK, Knob.STORAGE_NODES);
      case TSDB_REJECTING -> EnumSet.of(Knob.REFUSING_LIMIT);
      case TSDB_CONTENTION -> EnumSet.of(Knob.LOCK);
      case HOST_CPU -> EnumSet.of(Knob.HOST);
      case JOB_GC -> EnumSet.of(Knob.JOB_HEAP);
      case SOURCE -> EnumSet.of(Knob.SOURCE);
      case JOB_SKEW -> EnumSet.of(Knob.NO_SKEW);
      case JOB_CPU -> EnumSet.of(Knob.JOB_CPU);
      case NETWORK -> EnumSet.of(Knob.BANDWIDTH);
      case TSDB_CPU -> EnumSet.of(Knob.DATABASE_CPU);
      case TSDB_SLOTS -> EnumSet.of(Knob.SLOTS);
      case JOB_IN_FLIGHT -> EnumSet.of(Knob.IN_FLIGHT);
      // Something between job and database.
      case GATEWAY -> EnumSet.of(Knob.PROXY_LIMIT, Knob.ROUND_TRIP);
      // What was asked for is written: true as well where only the source could give more.
      case NONE_REACHED -> EnumSet.of(Knob.SOURCE);
      case REQUESTS_FAIL -> EnumSet.of(Knob.BACKEND);
      case TSDB_READERS -> EnumSet.of(Knob.NO_READERS);
      case INCONCLUSIVE -> EnumSet.noneOf(Knob.class);
    };
  }

  /**
   * Of the knobs that are right, the causes that say so.
   *
   * @param right empty: nothing limits it
   */
  public static Set<Cause> of(Set<Knob> right) {
    var causes = EnumSet.noneOf(Cause.class);
    for (Cause cause : Cause.values()) {
      if (knobs(cause).stream().anyMatch(right::contains)) {
        causes.add(cause);
      }
    }
    if (right.isEmpty()) {
      causes.add(Cause.NONE_REACHED);
    }
    return causes;
  }
}
