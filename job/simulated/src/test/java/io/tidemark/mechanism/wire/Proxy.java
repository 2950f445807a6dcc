package io.tidemark.mechanism.wire;

import io.tidemark.mechanism.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A proxy before a database. It passes bytes on as they come, and takes no more of a body than its
 * buffer holds while nobody behind it reads; or it takes in whole bodies first. Beyond so many at
 * once, requests wait in its queue or are refused. Of several backends some may be dead: those
 * answer at once that they are.
 */
public final class Proxy implements Server {
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int UNAVAILABLE = 503;

  /**
   * @param limit requests passed on at once; 0: no limit
   * @param bufferBytes of a body that it holds; infinite: it takes in the whole before it passes on
   * @param delaySeconds that it adds to each request
   * @param backends behind it, of which {@code dead} refuse the connection
   * @param retries with another backend, of a request that a dead one refused
   */
  public record Settings(
      int limit,
      boolean refuses,
      double bufferBytes,
      double delaySeconds,
      int backends,
      int dead,
      int retries) {}

  private final Clock clock;
  private final Settings settings;
  private final Server database;
  private final Deque<Passed> waiting = new ArrayDeque<>();
  private int inside;
  private long turn;

  public Proxy(Clock clock, Settings settings, Server database) {
    this.clock = clock;
    this.settings = settings;
    this.database = database;
  }

  @Override
  public void accept(Upload upload) {
    var passed = new Passed(upload);
    upload.onArrival(passed::pull);
    passed.pull();
    if (settings.limit == 0 || inside < settings.limit) {
      passed.begin();
    } else if (settings.refuses) {
      upload.answer(TOO_MANY_REQUESTS);
    } else {
      waiting.add(passed);
    }
  }

  private final class Passed implements Upload {
    private final Upload from;
    private double arrived;
    private double read;
    private int tries;
    private boolean begun;
    private boolean connected;
    private Runnable more = () -> {};

    private Passed(Upload from) {
      this.from = from;
    }

    private void pull() {
      double room = Math.min(from.bytes(), read + settings.bufferBytes);
      double taken = Math.min(from.arrived(), room);
      from.read(taken);
      if (taken > arrived) {
        arrived = taken;
        if (connected) {
          more.run();
        }
      }
      connectIfReady();
    }

    private void begin() {
      inside++;
      begun = true;
      connectIfReady();
    }

    private void connectIfReady() {
      boolean whole = !Double.isInfinite(settings.bufferBytes) || arrived >= from.bytes();
      if (begun && !connected && whole) {
        connected = true;
        clock.after(settings.delaySeconds, this::connect);
      }
    }

    private void connect() {
      boolean dead = settings.dead > 0 && turn++ % settings.backends < settings.dead;
      if (!dead) {
        database.accept(this);
      } else if (tries++ < settings.retries) {
        connect();
      } else {
        answer(UNAVAILABLE);
      }
    }

    @Override
    public long number() {
      return from.number();
    }

    @Override
    public double samples() {
      return from.samples();
    }

    @Override
    public double bytes() {
      return from.bytes();
    }

    @Override
    public double arrived() {
      return arrived;
    }

    @Override
    public void read(double upTo) {
      read = Math.max(read, upTo);
      pull();
    }

    @Override
    public void onArrival(Runnable more) {
      this.more = more;
    }

    @Override
    public void answer(int status) {
      more = () -> {};
      inside--;
      Passed next = waiting.poll();
      if (next != null) {
        next.begin();
      }
      from.answer(status);
    }
  }
}
