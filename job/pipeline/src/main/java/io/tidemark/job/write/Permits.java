package io.tidemark.job.write;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;

/**
 * Permits to have a batch in flight, shared by all writers of one job in one process: so a bound of
 * 1 is one request and not one for each writer, and it can be changed while the job runs. Who waits
 * longest is next. Thread-safe.
 */
final class Permits {
  private static final Map<String, Permits> BY_JOB = new HashMap<>();

  private final String job;
  private final Queue<Member> waiting = new ArrayDeque<>();
  private int members;

  /** What its writers can hold together. */
  private long capacity;

  private int configured;
  private int set;
  private int taken;
  private boolean stopped;

  private Permits(String job) {
    this.job = job;
  }

  /**
   * Those of an attempt that has failed are for itself alone: its tasks may take long to end.
   *
   * @param share what the writer brings along; without {@link Member#bound(int)} the bound is the
   *     sum of these
   * @param maxHeld the most that this writer ever holds
   * @param wake runs when a permit has come to a writer that found none; on any thread, quickly
   */
  static Member join(String job, int share, int maxHeld, Runnable wake) {
    synchronized (BY_JOB) {
      return BY_JOB
          .compute(job, (j, there) -> there == null || there.hasStopped() ? new Permits(j) : there)
          .add(share, maxHeld, wake);
    }
  }

  private synchronized boolean hasStopped() {
    return stopped;
  }

  private synchronized Member add(int share, int maxHeld, Runnable wake) {
    members++;
    capacity += maxHeld;
    configured += share;
    var member = new Member(share, maxHeld, wake);
    handOver();
    return member;
  }

  private int inForce() {
    return (int) Math.min(capacity, set > 0 ? set : configured);
  }

  private void handOver() {
    while (!stopped && taken < inForce() && !waiting.isEmpty()) {
      Member next = waiting.remove();
      next.queued = false;
      next.granted++;
      taken++;
      next.wake.run();
    }
  }

  /** One writer's view of them. */
  final class Member implements AutoCloseable {
    private final int share;
    private final int maxHeld;
    private final Runnable wake;
    private boolean queued;
    private boolean waitsForItsOwn;
    private int granted;
    private int held;
    private boolean gone;

    private Member(int share, int maxHeld, Runnable wake) {
      this.share = share;
      this.maxHeld = maxHeld;
      this.wake = wake;
    }

    /** Takes a permit, or says no and wakes the writer once one is kept for it. */
    boolean tryTake() {
      synchronized (Permits.this) {
        if (stopped) {
          return false;
        }
        if (held >= maxHeld) {
          waitsForItsOwn = true;
          return false;
        }
        if (granted > 0) {
          granted--;
          held++;
          return true;
        }
        if (waiting.isEmpty() && taken < inForce()) {
          taken++;
          held++;
          return true;
        }
        if (!queued) {
          queued = true;
          waiting.add(this);
        }
        return false;
      }
    }

    /** Gives one back; from any thread. */
    void release() {
      synchronized (Permits.this) {
        if (!gone) {
          held--;
          taken--;
          handOver();
          if (waitsForItsOwn) {
            waitsForItsOwn = false;
            wake.run();
          }
        }
      }
    }

    /**
     * No writer of the process starts another batch. For the writer whose batch has failed: Flink
     * is about to end all tasks of the job, which are one region, and starts them anew together.
     */
    void stopAll() {
      synchronized (Permits.this) {
        stopped = true;
      }
    }

    /** For all writers of the process, from now on. */
    void bound(int batches) {
      synchronized (Permits.this) {
        set = batches;
        handOver();
      }
    }

    /** Batches that the process may have in flight. */
    int bound() {
      synchronized (Permits.this) {
        return inForce();
      }
    }

    /** Of {@link #bound}, this writer's; they add up to it. */
    double share() {
      synchronized (Permits.this) {
        return set > 0 ? (double) inForce() / members : Math.min(maxHeld, share);
      }
    }

    /** Gives all back and leaves; what is in flight still is no longer counted. */
    @Override
    public void close() {
      synchronized (BY_JOB) {
        synchronized (Permits.this) {
          gone = true;
          waiting.remove(this);
          capacity -= maxHeld;
          configured -= share;
          taken -= held + granted;
          handOver();
          if (--members == 0) {
            BY_JOB.remove(job, Permits.this);
          }
        }
      }
    }
  }
}
