package io.tidemark.simulated;

import java.time.Duration;

/**
 * What surrounds a job and its databases, and belongs to neither.
 *
 * @param foreignInFlight the requests that a client of someone else always has in flight at each
 *     database
 * @param realHost whether cores are now faster, now slower, as those of a real host were
 * @param machineCores the cores of the machine on which job and databases share a quota of fewer
 *     cores, those of their host; 0 if they have the machine
 */
public record Surroundings(
    Gateway gateway, int foreignInFlight, Pages pages, boolean realHost, double machineCores) {
  public static final Surroundings NONE = new Surroundings(Gateway.NONE, 0, Pages.RIGHT, false, 0);

  /**
   * A proxy or a load balancer before the databases.
   *
   * @param limit the requests that it passes on at once; 0 for no limit
   * @param refuses whether it answers 429 to those beyond, which wait otherwise
   * @param streams whether it reads no body before it passes the request on, so that what waits
   *     stays in the job's sockets; otherwise it takes in whole bodies
   * @param roundTrip the time that it adds to each request, and after which bytes are acknowledged
   * @param windowBytes the bytes of a body that may be on their way at once: the rest stays with
   *     the job until they are acknowledged; 0 for whole bodies
   */
  public record Gateway(
      int limit, boolean refuses, boolean streams, Duration roundTrip, int windowBytes) {
    public static final Gateway NONE = new Gateway(0, false, Duration.ZERO);

    public Gateway(int limit, boolean refuses, Duration roundTrip) {
      this(limit, refuses, false, roundTrip, 0);
    }

    public Gateway streaming() {
      return new Gateway(limit, refuses, true, roundTrip, windowBytes);
    }

    public Gateway withWindow(int bytes) {
      return new Gateway(limit, refuses, streams, roundTrip, bytes);
    }

    /** Returns the time until the last of a body is handed over to the socket. */
    Duration handsOver(double bodyBytes) {
      return windowBytes == 0
          ? Duration.ZERO
          : roundTrip.multipliedBy((long) Math.ceil(bodyBytes / windowBytes) - 1);
    }
  }

  /**
   * How the databases' metrics pages differ from the truth.
   *
   * @param coresFactor the cores that a process says it has, over those it is given: it may not see
   *     a quota
   * @param pressure whether the time in which something waits for CPU is on the page
   * @param twice whether the first database is named by a second address, too
   * @param ofAnother whether the pages are of something else than the database
   * @param missing the number of databases, the last ones, whose pages are not read
   * @param lastOnly whether it is only the last database whose page is wrong about its cores
   */
  public record Pages(
      double coresFactor,
      boolean pressure,
      boolean twice,
      boolean ofAnother,
      int missing,
      boolean lastOnly) {
    public static final Pages RIGHT = new Pages(1, true, false, false, 0);

    public Pages(
        double coresFactor, boolean pressure, boolean twice, boolean ofAnother, int missing) {
      this(coresFactor, pressure, twice, ofAnother, missing, false);
    }

    /**
     * Returns pages of which only the last says another number of cores than its database is held
     * to.
     */
    public static Pages ofLastWithCores(double coresFactor, boolean pressure) {
      return new Pages(coresFactor, pressure, false, false, 0, true);
    }
  }

  public Surroundings with(Gateway other) {
    return new Surroundings(other, foreignInFlight, pages, realHost, machineCores);
  }

  public Surroundings with(Pages other) {
    return new Surroundings(gateway, foreignInFlight, other, realHost, machineCores);
  }

  public Surroundings onRealHost(boolean real) {
    return new Surroundings(gateway, foreignInFlight, pages, real, machineCores);
  }

  public Surroundings inQuotaOn(double cores) {
    return new Surroundings(gateway, foreignInFlight, pages, realHost, cores);
  }
}
