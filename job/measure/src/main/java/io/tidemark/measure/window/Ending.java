package io.tidemark.measure.window;

import io.tidemark.sink.TsdbNode;
import io.tidemark.statistics.Known;
import java.util.OptionalDouble;

/**
 * How a process of the database ended, or fell silent.
 *
 * @param memoryShare the share of its memory limit that it held when it was last read; null if
 *     either is not known
 * @param killed whether a process of its control group was killed for want of memory since then
 */
public record Ending(Double memoryShare, boolean killed) {
  /**
   * @param last the process's last reading
   * @param killsSince the count of such processes when it was next read
   */
  public static Ending of(TsdbNode last, OptionalDouble killsSince) {
    OptionalDouble resident = last.residentBytes();
    OptionalDouble limit = last.pressure().memoryLimitBytes();
    boolean told = resident.isPresent() && limit.isPresent();
    return new Ending(
        told ? Known.share(resident.getAsDouble(), limit.getAsDouble()) : null,
        killsSince.orElse(0) > last.pressure().memoryKills().orElse(Double.MAX_VALUE));
  }
}
