package io.tidemark.mechanism.wire;

import io.tidemark.mechanism.time.Clock;
import java.util.function.IntConsumer;

/**
 * A TCP connection that carries one request after the other. What may be on its way at once is
 * bounded by the congestion window, which starts small, doubles with each round trip, is halved
 * where a queue overflows, and starts anew after a pause (RFC 5681, RFC 2861); and by what the
 * receiver's buffer still holds. Bytes that no acknowledgement came for stay with the sender.
 */
public final class Connection {
  private static final double SEGMENT_BYTES = 1_448;
  private static final double FIRST_WINDOW_BYTES = 10 * SEGMENT_BYTES;

  /** What leaves in one piece at most, as with segmentation offload. */
  private static final double MOST_AT_ONCE_BYTES = 65_536;

  private static final double IDLE_SECONDS = 0.2;

  /** A queue before a line that is longer loses what comes. */
  private static final double QUEUE_SECONDS = 0.2;

  /**
   * @param roundTripSeconds without any queue
   * @param windowBytes most that sender and kernel let be on its way
   * @param receiveBytes that the receiver's kernel takes in before its program reads
   */
  public record Path(
      Line out, Line in, double roundTripSeconds, double windowBytes, double receiveBytes) {}

  private final Clock clock;
  private final Path path;
  private final Server server;
  private double window = FIRST_WINDOW_BYTES;
  private double threshold = Double.POSITIVE_INFINITY;
  private long usedNanos;
  private Exchange exchange;

  public Connection(Clock clock, Path path, Server server) {
    this.clock = clock;
    this.path = path;
    this.server = server;
  }

  /** One request and its answer; the next may be sent once it is answered. */
  public void send(long number, double samples, double bytes, Runnable sent, IntConsumer answered) {
    double idle = (clock.nanos() - usedNanos) / Clock.NANOS;
    if (idle > Math.max(IDLE_SECONDS, 2 * path.roundTripSeconds)) {
      window = Math.min(window, FIRST_WINDOW_BYTES);
    }
    exchange = new Exchange(number, samples, bytes, sent, answered);
    exchange.pump();
  }

  /** Bytes of the request that were given to the kernel and not acknowledged. */
  public double unacknowledged() {
    return exchange == null ? 0 : exchange.bytes - exchange.acknowledged;
  }

  /** Whether all that the receiver had room for is with it, and more waits until it reads. */
  public boolean windowClosed() {
    return exchange != null
        && exchange.given < exchange.bytes
        && exchange.given <= exchange.acknowledged
        && exchange.windowEnd - exchange.given < SEGMENT_BYTES;
  }

  private final class Exchange implements Upload {
    private final long number;
    private final double samples;
    private final double bytes;
    private final Runnable sent;
    private final IntConsumer answered;
    private double given;
    private double acknowledged;
    private double arrived;
    private double read;
    private double windowEnd = path.receiveBytes;
    private Runnable more = () -> {};
    private boolean accepted;
    private boolean over;

    private Exchange(
        long number, double samples, double bytes, Runnable sent, IntConsumer answered) {
      this.number = number;
      this.samples = samples;
      this.bytes = bytes;
      this.sent = sent;
      this.answered = answered;
    }

    private void pump() {
      while (given < bytes && !over) {
        double free = Math.min(window - (given - acknowledged), windowEnd - given);
        double wanted = Math.min(MOST_AT_ONCE_BYTES, bytes - given);
        boolean silly =
            free < Math.min(wanted, SEGMENT_BYTES) || free < wanted && free < window / 4;
        if (silly && given > acknowledged || free <= 0) {
          return;
        }
        double piece = Math.min(wanted, free);
        given += piece;
        if (path.out.queueSeconds() > QUEUE_SECONDS) {
          lost();
        }
        if (given >= bytes) {
          sent.run();
        }
        after(path.out.pass(piece), path.roundTripSeconds / 2, () -> enter(piece));
      }
    }

    private void enter(double piece) {
      if (path.in.queueSeconds() > QUEUE_SECONDS) {
        lost();
      }
      after(path.in.pass(piece), 0, () -> arrive(piece));
    }

    /** At once where nothing takes time, so that a loopback costs no events. */
    private void after(long atNanos, double seconds, Runnable what) {
      long at = atNanos + Math.round(seconds * Clock.NANOS);
      if (at <= clock.nanos()) {
        what.run();
      } else {
        clock.at(at, what);
      }
    }

    private void lost() {
      window = Math.max(2 * SEGMENT_BYTES, window / 2);
      threshold = window;
    }

    private void arrive(double piece) {
      arrived += piece;
      after(clock.nanos(), path.roundTripSeconds / 2, () -> acknowledge(piece));
      if (!accepted) {
        accepted = true;
        server.accept(this);
      } else {
        more.run();
      }
    }

    private void acknowledge(double piece) {
      acknowledged += piece;
      double growth = window < threshold ? piece : SEGMENT_BYTES * piece / window;
      window = Math.min(path.windowBytes, window + growth);
      usedNanos = clock.nanos();
      pump();
    }

    @Override
    public long number() {
      return number;
    }

    @Override
    public double samples() {
      return samples;
    }

    @Override
    public double bytes() {
      return bytes;
    }

    @Override
    public double arrived() {
      return arrived;
    }

    @Override
    public void read(double upTo) {
      if (upTo > read) {
        read = upTo;
        double end = read + path.receiveBytes;
        if (given < bytes) {
          after(
              clock.nanos(),
              path.roundTripSeconds / 2,
              () -> {
                windowEnd = Math.max(windowEnd, end);
                pump();
              });
        }
      }
    }

    @Override
    public void onArrival(Runnable more) {
      this.more = more;
    }

    /** What was not sent of the body by then is not sent any more. */
    @Override
    public void answer(int status) {
      over = true;
      clock.after(
          path.roundTripSeconds / 2,
          () -> {
            acknowledged = bytes;
            usedNanos = clock.nanos();
            answered.accept(status);
          });
    }
  }
}
