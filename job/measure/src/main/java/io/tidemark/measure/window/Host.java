package io.tidemark.measure.window;

/**
 * The host that the job runs on, or the control group that stands for it.
 *
 * @param busyCores cores that any process uses
 * @param shared whether the database runs here, too
 * @param quota whether this is the control group whose quota job and database share
 */
public record Host(double cores, double busyCores, boolean shared, Boolean quota) {
  /** Older reports do not have this field. */
  public Host {
    quota = quota != null && quota;
  }

  /** A machine, or those of its cores that the job may run on. */
  public Host(double cores, double busyCores, boolean shared) {
    this(cores, busyCores, shared, false);
  }

  public double busyShare() {
    return busyCores / cores;
  }
}
