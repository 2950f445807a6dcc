package io.tidemark.run;

import io.tidemark.job.config.JobConfig;
import io.tidemark.readers.Readers;
import io.tidemark.readers.Reads;
import java.time.Duration;
import java.util.Optional;

/**
 * Whoever watches a run, told also of its readers, if there are any: they begin with its first
 * acknowledged sample and end with the run.
 */
final class Reading implements Observer, AutoCloseable {
  private static final long LATELY_MILLIS = Duration.ofSeconds(5).toMillis();

  private final JobConfig config;
  private final Observer observer;
  private final Optional<Readers> readers;
  private long beganMillis;
  private long endedMillis;
  private boolean warned;

  private Reading(JobConfig config, Observer observer, Optional<Readers> readers) {
    this.config = config;
    this.observer = observer;
    this.readers = readers;
  }

  /**
   * @param config of the run, with a target that can be reached from here
   * @param jobName of the run, as Flink shows it
   */
  static Reading start(JobConfig config, String jobName, Observer observer) {
    return new Reading(config, observer, Readers.start(config, jobName));
  }

  @Override
  public void progress(Progress progress) {
    readers.ifPresent(reading -> tell(reading, progress));
    observer.progress(readers.isPresent() ? progress.with(lately()) : progress);
  }

  private void tell(Readers reading, Progress progress) {
    long samples = progress.totals().acked();
    reading.written(config, samples);
    if (beganMillis == 0 && samples > 0) {
      reading.resume();
      beganMillis = System.currentTimeMillis();
    }
    warnIfDead(reading);
  }

  private void warnIfDead(Readers reading) {
    if (!warned && !reading.isAlive()) {
      warned = true;
      observer.warn("the readers' process has ended: nothing is read any more");
    }
  }

  private Optional<Reads> lately() {
    long now = System.currentTimeMillis();
    return beganMillis == 0
        ? Optional.empty()
        : readers.flatMap(
            reading -> reading.between(Math.max(beganMillis, now - LATELY_MILLIS), now));
  }

  @Override
  public void note(String line) {
    observer.note(line);
  }

  @Override
  public void warn(String line) {
    observer.warn(line);
  }

  @Override
  public boolean looksOn() {
    return observer.looksOn();
  }

  @Override
  public void ended() {
    endedMillis = System.currentTimeMillis();
    readers.ifPresent(this::warnIfDead);
    readers.ifPresent(Readers::pause);
    observer.ended();
  }

  /** Returns what was read in the whole run; null if nothing was. */
  Reads result() {
    return beganMillis == 0
        ? null
        : readers.flatMap(reading -> reading.between(beganMillis, endedMillis)).orElse(null);
  }

  @Override
  public void close() {
    readers.ifPresent(Readers::close);
  }
}
