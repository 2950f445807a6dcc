package io.tidemark.ceiling;

import io.tidemark.measure.Window;
import io.tidemark.sink.Capabilities;

/**
 * What an attribution judges: what was seen, and the model that gives it, which is made when first
 * asked for, and kept. The questions that are asked of it are the findings about job, network,
 * database and host. Not for several threads.
 */
public final class Facts {
  private final Seen seen;
  private BusiestNode node;
  private Fit fit;
  private Capacity capacity;

  public Facts(Seen seen) {
    this.seen = seen;
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
      fit = Fit.of(seen, node());
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
