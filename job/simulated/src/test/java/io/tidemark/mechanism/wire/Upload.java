package io.tidemark.mechanism.wire;

/** A request on its way in, as its server sees it: bytes that come, and an answer to be given. */
public interface Upload {
  /** Tells it from every other one of a run. */
  long number();

  double samples();

  double bytes();

  /** Of its body, that can be read by now; those that were read included. */
  double arrived();

  /** All up to here is read: what was held back may come. */
  void read(double upTo);

  /** Calls back each time that more has arrived. One at a time. */
  void onArrival(Runnable more);

  /**
   * @param status of HTTP; 0: the connection breaks
   */
  void answer(int status);
}
