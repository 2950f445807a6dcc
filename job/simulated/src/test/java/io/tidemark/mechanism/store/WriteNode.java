package io.tidemark.mechanism.store;

import io.tidemark.mechanism.host.Cores;
import io.tidemark.mechanism.time.Draws;
import io.tidemark.mechanism.wire.Server;
import io.tidemark.mechanism.wire.Upload;
import java.util.List;

/**
 * The process of a database that takes requests. It holds one of its slots from the first byte of a
 * body to the answer, or only while it works on a block that is there. Rows go to its own engine,
 * or in parts over links to storage nodes, each to as many as replication wants.
 */
public final class WriteNode implements Server {
  private static final int STORED = 204;
  private static final int UNAVAILABLE = 503;
  private static final double BLOCK_BYTES = 65_536;

  /**
   * @param slotPerRead whether a slot is held for a block at a time
   * @param routeSecondsPerSample CPU to parse, of a node that stores nothing itself
   */
  public record Settings(boolean slotPerRead, double routeSecondsPerSample, int replication) {}

  private final String name;
  private final Settings settings;
  private final Slots slots;
  private final Cores.Group process;
  private final StorageNode own;
  private final List<Link> links;
  private final Draws draws;
  private double rows;
  private int turn;

  /**
   * @param own that stores what comes, if there are no links
   */
  public WriteNode(
      String name,
      Settings settings,
      Slots slots,
      Cores.Group process,
      StorageNode own,
      List<Link> links,
      Draws draws) {
    this.name = name;
    this.settings = settings;
    this.slots = slots;
    this.process = process;
    this.own = own;
    this.links = links;
    this.draws = draws;
  }

  @Override
  public void accept(Upload upload) {
    if (settings.slotPerRead) {
      new Blocks(upload).begin();
    } else {
      slots.acquire(() -> receive(upload), () -> upload.answer(UNAVAILABLE));
    }
  }

  /** Its slot is held while the body comes. */
  private void receive(Upload upload) {
    var stored = new boolean[1];
    Runnable more =
        () -> {
          // Reading may let more arrive, and so call this again before it returns.
          upload.read(upload.arrived());
          if (upload.arrived() >= upload.bytes() && !stored[0]) {
            stored[0] = true;
            store(
                upload.number(),
                upload.samples(),
                1,
                () -> {
                  slots.release();
                  answer(upload);
                });
          }
        };
    upload.onArrival(more);
    more.run();
  }

  private void answer(Upload upload) {
    rows += upload.samples();
    upload.answer(STORED);
  }

  /** One block after the other, as they come, each with a slot of its own. */
  private final class Blocks {
    private final Upload upload;
    private double taken;
    private boolean working;

    private Blocks(Upload upload) {
      this.upload = upload;
    }

    private void begin() {
      upload.onArrival(this::next);
      next();
    }

    private void next() {
      upload.read(upload.arrived());
      double block = Math.min(BLOCK_BYTES, upload.bytes() - taken);
      if (working || upload.arrived() - taken < block) {
        return;
      }
      working = true;
      slots.acquire(() -> work(block), () -> refuse());
    }

    private void refuse() {
      upload.onArrival(() -> {});
      upload.answer(UNAVAILABLE);
    }

    private void work(double block) {
      double share = block / upload.bytes();
      store(
          upload.number(),
          upload.samples() * share,
          share,
          () -> {
            slots.release();
            taken += block;
            working = false;
            if (taken < upload.bytes()) {
              next();
            } else {
              upload.onArrival(() -> {});
              answer(upload);
            }
          });
    }
  }

  private void store(long number, double samples, double share, Runnable done) {
    if (links.isEmpty()) {
      own.engine().insert(number, samples, share, done);
      return;
    }
    process.run(
        samples * settings.routeSecondsPerSample * draws.lognormal(number, 0.5),
        () -> send(number, samples, share, done));
  }

  /** Rows are spread evenly; a block of each part goes to that storage node and the next ones. */
  private void send(long number, double samples, double share, Runnable done) {
    int copies = Math.min(settings.replication, links.size());
    double part = (double) copies / links.size();
    int[] left = {links.size()};
    turn++;
    for (int i = 0; i < links.size(); i++) {
      links
          .get((turn + i) % links.size())
          .add(
              number,
              samples * part,
              share * part,
              () -> {
                left[0]--;
                if (left[0] == 0) {
                  done.run();
                }
              });
    }
  }

  public String name() {
    return name;
  }

  public Slots slots() {
    return slots;
  }

  public Cores.Group process() {
    return process;
  }

  /** Null if it stores nothing itself. */
  public StorageNode own() {
    return own;
  }

  public List<Link> links() {
    return links;
  }

  /** Answered with success. */
  public double rows() {
    return rows;
  }
}
