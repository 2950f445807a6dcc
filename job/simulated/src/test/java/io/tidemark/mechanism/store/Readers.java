package io.tidemark.mechanism.store;

import io.tidemark.mechanism.host.Cores;
import io.tidemark.mechanism.host.Disk;
import io.tidemark.mechanism.time.Clock;
import io.tidemark.mechanism.time.Draws;

/** People and dashboards that query: each thinks, asks, and waits for the answer. */
public final class Readers {
  /**
   * @param tasks that a query computes in at once
   * @param cpuSeconds of a query, in all
   */
  public record Settings(
      int readers,
      double thinkSeconds,
      int tasks,
      double cpuSeconds,
      double readBytes,
      double cv) {}

  private final Clock clock;
  private final Draws draws;
  private final Settings settings;
  private final Cores.Group process;
  private final Disk disk;
  private long number;
  private int asking;

  public Readers(Clock clock, Draws draws, Settings settings, Cores.Group process, Disk disk) {
    this.clock = clock;
    this.draws = draws;
    this.settings = settings;
    this.process = process;
    this.disk = disk;
    for (int i = 0; i < settings.readers; i++) {
      think();
    }
  }

  /** Queries that are worked on. */
  public int asking() {
    return asking;
  }

  private void think() {
    clock.after(settings.thinkSeconds * draws.exponential(number++), this::ask);
  }

  private void ask() {
    asking++;
    double size = draws.lognormal(number++, settings.cv);
    disk.read(
        size * settings.readBytes,
        () -> {
          int[] left = {settings.tasks};
          for (int i = 0; i < settings.tasks; i++) {
            process.run(
                size * settings.cpuSeconds / settings.tasks,
                () -> {
                  left[0]--;
                  if (left[0] == 0) {
                    asking--;
                    think();
                  }
                });
          }
        });
  }
}
