package io.tidemark.sink.ignite;

import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import org.apache.ignite.table.DataStreamerItem;

/**
 * So many items, made when a streamer asks for them and not before: what it has not asked for takes
 * no memory. One subscriber, which may ask from any thread and while it takes an item.
 */
final class OnDemand<T> implements Flow.Publisher<DataStreamerItem<T>>, Flow.Subscription {
  private final int count;
  private final IntFunction<T> item;

  /** Asked for, and not given yet. Whoever raises it from 0 gives. */
  private final AtomicLong asked = new AtomicLong();

  private Flow.Subscriber<? super DataStreamerItem<T>> subscriber;
  private int next;
  private volatile boolean ended;

  OnDemand(int count, IntFunction<T> item) {
    this.count = count;
    this.item = item;
  }

  @Override
  public void subscribe(Flow.Subscriber<? super DataStreamerItem<T>> to) {
    subscriber = to;
    to.onSubscribe(this);
    if (count == 0) {
      complete();
    }
  }

  @Override
  public void request(long more) {
    if (more <= 0 || ended || asked.getAndAdd(more) != 0) {
      return;
    }
    long given = 0;
    long toGive = more;
    while (toGive > 0 && !ended) {
      for (; given < toGive && !ended; given++) {
        subscriber.onNext(DataStreamerItem.of(item.apply(next++)));
        if (next == count) {
          complete();
        }
      }
      toGive = asked.addAndGet(-given);
      given = 0;
    }
  }

  private void complete() {
    if (!ended) {
      ended = true;
      subscriber.onComplete();
    }
  }

  @Override
  public void cancel() {
    ended = true;
  }
}
