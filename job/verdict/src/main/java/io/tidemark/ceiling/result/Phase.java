package io.tidemark.ceiling.result;

import java.util.Locale;

/** What a step of a search is made for. */
public enum Phase {
  JOB_CEILING,
  /** It registers series, or shows that no write is taken: no other step is compared with it. */
  WARM_UP,
  SWEEP,
  RAMP,
  HOLD,
  EVENT,
  BATCH,
  VERIFY,
  INTERVENTION,
  /** It writes fewer series, so its windows are not compared with windows of all series. */
  FEWER_SERIES,
  /** It leaves the database less work at the same load, which the rules' network does not know. */
  WITHOUT_READERS,
  MIDNIGHT;

  /** Returns the name that reports have, such as {@code fewer-series}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
