package io.tidemark.sink;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A database's own signals at one moment, summed over its processes. A signal that this database or
 * version lacks is absent, never zero. Counters are totals since the process began; rates are the
 * reader's to compute.
 *
 * @param readAtNanos {@link System#nanoTime} when the answer was complete
 * @param version e.g. "1.79.5"
 * @param processStartSeconds Unix time; a change means a restart
 * @param cpuSeconds counter
 * @param cpuCores what the process may use, fractional under a quota
 * @param slotsInUse insert requests being worked on (a sampled gauge)
 * @param slots insert requests that may be worked on at once
 * @param slotLimitReached counter of requests that found every slot taken
 * @param rowsInserted counter
 * @param rowsIgnored counters by reason
 * @param residentBytes memory of the process
 * @param diskBytes data on disk
 */
public record TsdbSignals(
    long readAtNanos,
    Optional<String> version,
    OptionalDouble processStartSeconds,
    OptionalDouble cpuSeconds,
    OptionalDouble cpuCores,
    OptionalDouble slotsInUse,
    OptionalDouble slots,
    OptionalDouble slotLimitReached,
    OptionalDouble rowsInserted,
    Map<String, Double> rowsIgnored,
    OptionalDouble residentBytes,
    OptionalDouble diskBytes) {}
