package io.tidemark.ceiling;

import io.tidemark.measure.Window;
import io.tidemark.queues.Demands;
import io.tidemark.queues.Residual;
import io.tidemark.sink.Capabilities;

/**
 * The facts that an attribution judges: what was observed, and the model fitted to it, which is
 * made when first asked for and then kept. The questions about these facts are methods of the
 * findings about job, network, database and host. Not thread-safe.
 */
public final class Facts {
  private final Seen seen;
  private final Residual residual;
  private final Double withoutReaders;
  private BusiestNode node;
  private Fit fit;
  private Capacity capacity;

  public Facts(Seen seen) {
    this(seen, Residual.AS_SEEN);
  }

  /**
   * @param residual what the time that no signal explains is assumed to be
   */
  public Facts(Seen seen, Residual residual) {
    this(seen, residual, null);
  }

  private Facts(Seen seen, Residual residual, Double withoutReaders) {
    this.seen = seen.atWorstNode();
    this.residual = residual;
    this.withoutReaders = withoutReaders;
  }

  /** Returns the facts of another window, under the same assumption. */
  Facts of(Seen other) {
    return other == seen ? this : new Facts(other, residual, withoutReaders);
  }

  /**
   * Returns these facts with what pausing the readers has shown.
   *
   * @param gained the factor of throughput
   */
  public Facts withoutReaders(double gained) {
    return new Facts(seen, residual, gained);
  }

  /** Tells whether the time that no signal explains is assumed to be CPU that is not given. */
  boolean assumesFewerCores() {
    return residual == Residual.FEWER_CORES && fit().coresUnseen();
  }

  /**
   * Returns the factor of throughput without any queries, at most 2: what a pause of the readers
   * has shown, or else what the model promises.
   */
  double gainWithoutReaders() {
    double gain =
        withoutReaders == null ? capacity().gain(Demands::withoutQueries) : withoutReaders;
    return Math.max(1, Math.min(Thresholds.DOUBLED, gain));
  }

  public Seen seen() {
    return seen;
  }

  public Window peak() {
    return seen.peak();
  }

  Capabilities capabilities() {
    return seen.capabilities();
  }

  BusiestNode node() {
    if (node == null) {
      node = new BusiestNode(seen);
    }
    return node;
  }

  Fit fit() {
    if (fit == null) {
      fit = Fit.of(seen, node(), residual);
    }
    return fit;
  }

  public Capacity capacity() {
    if (capacity == null) {
      capacity = new Capacity(seen, node(), fit());
    }
    return capacity;
  }
}
