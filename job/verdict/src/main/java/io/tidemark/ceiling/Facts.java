package io.tidemark.ceiling;

import io.tidemark.measure.Window;
import io.tidemark.queues.Residual;
import io.tidemark.sink.Capabilities;

/**
 * What an attribution judges: what was seen, and the model that gives it, which is made when first
 * asked for, and kept. The questions that are asked of it are the findings about job, network,
 * database and host. Not for several threads.
 */
public final class Facts {
  private final Seen seen;
  private final Residual residual;
  private BusiestNode node;
  private Fit fit;
  private Capacity capacity;

  public Facts(Seen seen) {
    this(seen, Residual.AS_SEEN);
  }

  /**
   * @param residual what it is assumed to be
   */
  public Facts(Seen seen, Residual residual) {
    this.seen = seen.atWorstNode();
    this.residual = residual;
  }

  /** The same of another window. */
  Facts of(Seen other) {
    return other == seen ? this : new Facts(other, residual);
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
