package io.tidemark.measure;

import io.tidemark.job.observe.InstrumentRequest.Observations;
import io.tidemark.statistics.Stability;
import java.util.Arrays;
import java.util.Optional;

/** The samples that a job acknowledged in each second; it keeps one number for each. */
public final class SecondRates {
  private static final long SECOND_MILLIS = 1_000;

  private final JobLog job = new JobLog();
  private double[] rates = new double[64];
  private int size;
  private long beginMillis;

  /** Returns the number of the last observation in here. */
  public long known() {
    return job.known();
  }

  public void add(Observations read) {
    job.add(read);
    if (job.isEmpty()) {
      return;
    }
    if (beginMillis == 0) {
      beginMillis = job.firstMillis();
    }
    long until = job.completeUntilMillis();
    for (long end = beginMillis + SECOND_MILLIS; end <= until; end += SECOND_MILLIS) {
      append(job.samples(end) - job.samples(beginMillis));
      beginMillis = end;
    }
    job.forgetBefore(beginMillis);
  }

  private void append(double rate) {
    if (size == rates.length) {
      rates = Arrays.copyOf(rates, 2 * size);
    }
    rates[size++] = rate;
  }

  /** Returns how steady the rates are; empty if the run is too short. */
  public Optional<Stability> stability() {
    return size < Stability.MIN_SECONDS
        ? Optional.empty()
        : Optional.of(Stability.of(Arrays.copyOf(rates, size)));
  }
}
