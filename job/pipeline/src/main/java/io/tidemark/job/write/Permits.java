package io.tidemark.job.write;

import io.tidemark.job.shared.JobLocal;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The permits of one job in one process, shared by its writers; each batch in flight takes one. So
 * a bound of 1 is one request and not one for each writer, and it can change while the job runs.
 * The writer that has waited longest gets the next permit. Thread-safe.
 */
final class Permits {
  private static final JobLocal<Permits> BY_JOB = new JobLocal<>();

  private final Queue<Member> waiting = new ArrayDeque<>();
  private int members;

  /** This is the most permits that all writers can hold together. */
  private long capacity;

  private int configured;
  private int set;
  private int taken;
  private boolean stopped;

  /**
   * Joins the job's permits. Those of an attempt that has failed stay with it, because its tasks
   * may take long to end; a new attempt gets others.
   *
   * @param share the writer's part of the bound; the bound is the sum of these until {@link
   *     Member#bound(int)} sets another
   * @param maxHeld the most permits that this writer ever holds
   * @param wake runs when a permit is kept for a writer that had found none; on any thread, quickly
   */
  static Member join(String job, int share, int maxHeld, Runnable wake) {
    return BY_JOB.join(job, Permits::isOpen, Permits::new).add(share, maxHeld, wake);
  }

  private synchronized boolean isOpen() {
    return !stopped;
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

  /** One writer's view of the permits. */
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

    /** Takes a permit if one is free, else returns false, and wakes the writer once one is kept. */
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

    /** Gives one permit back; any thread may call it. */
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
     * Stops all writers of the process when this one's batch has failed. All tasks of the job are
     * one region, so Flink is about to end them and to start them anew together.
     */
    void stopAll() {
      synchronized (Permits.this) {
        stopped = true;
      }
    }

    /** Sets the in-flight limit of all writers of the process from now on. */
    void bound(int batches) {
      synchronized (Permits.this) {
        set = batches;
        handOver();
      }
    }

    /** Returns how many batches the process may have in flight. */
    int bound() {
      synchronized (Permits.this) {
        return inForce();
      }
    }

    /** Returns this writer's part of {@link #bound}; the parts of all writers add up to it. */
    double share() {
      synchronized (Permits.this) {
        return set > 0 ? (double) inForce() / members : Math.min(maxHeld, share);
      }
    }

    /** Gives all permits back and leaves. Batches that are still in flight no longer count. */
    @Override
    public void close() {
      synchronized (Permits.this) {
        gone = true;
        waiting.remove(this);
        capacity -= maxHeld;
        configured -= share;
        taken -= held + granted;
        members--;
        handOver();
      }
      BY_JOB.leave(Permits.this);
    }
  }
}
