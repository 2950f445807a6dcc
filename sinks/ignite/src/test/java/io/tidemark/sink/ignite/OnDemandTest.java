package io.tidemark.sink.ignite;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.Patience;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.stream.IntStream;
import org.apache.ignite.table.DataStreamerItem;
import org.junit.jupiter.api.Test;

class OnDemandTest {
  /** Notes what it is given, and asks for more while it takes an item, as it is told. */
  private static final class Taker implements Flow.Subscriber<DataStreamerItem<Integer>> {
    final List<Integer> taken = new ArrayList<>();
    final CompletableFuture<Void> complete = new CompletableFuture<>();
    final int askAgain;
    Flow.Subscription subscription;

    Taker(int askAgain) {
      this.askAgain = askAgain;
    }

    @Override
    public void onSubscribe(Flow.Subscription to) {
      subscription = to;
    }

    @Override
    public void onNext(DataStreamerItem<Integer> item) {
      taken.add(item.get());
      if (askAgain > 0) {
        subscription.request(askAgain);
      }
    }

    @Override
    public void onError(Throwable e) {
      complete.completeExceptionally(e);
    }

    @Override
    public void onComplete() {
      assertThat(complete.complete(null)).as("completes once").isTrue();
    }
  }

  private final List<Integer> made = new ArrayList<>();

  private OnDemand<Integer> items(int count) {
    return new OnDemand<>(
        count,
        i -> {
          made.add(i);
          return i;
        });
  }

  private static List<Integer> upTo(int count) {
    return IntStream.range(0, count).boxed().toList();
  }

  @Test
  void makesNothingThatWasNotAskedFor() {
    var taker = new Taker(0);
    items(10).subscribe(taker);
    assertThat(made).isEmpty();
    taker.subscription.request(3);
    assertThat(taker.taken).isEqualTo(upTo(3));
    assertThat(made).isEqualTo(upTo(3));
    taker.subscription.request(4);
    assertThat(taker.taken).isEqualTo(upTo(7));
    assertThat(taker.complete).isNotDone();
  }

  @Test
  void endsWithTheLastItem() {
    var taker = new Taker(0);
    items(2).subscribe(taker);
    taker.subscription.request(100);
    assertThat(taker.taken).isEqualTo(upTo(2));
    assertThat(taker.complete).isCompleted();
    taker.subscription.request(1);
    assertThat(taker.taken).isEqualTo(upTo(2));
  }

  @Test
  void endsAtOnceWithoutItems() {
    var taker = new Taker(0);
    items(0).subscribe(taker);
    assertThat(taker.complete).isCompleted();
  }

  /** A streamer asks for one more with each that it takes: no deeper stack for that. */
  @Test
  void givesMoreWhileItGives() {
    var taker = new Taker(1);
    items(100_000).subscribe(taker);
    taker.subscription.request(1);
    assertThat(taker.taken).isEqualTo(upTo(100_000));
  }

  @Test
  void givesNothingMoreOnceItIsCancelled() {
    var taker = new Taker(0);
    items(10).subscribe(taker);
    taker.subscription.request(2);
    taker.subscription.cancel();
    taker.subscription.request(2);
    assertThat(taker.taken).isEqualTo(upTo(2));
    assertThat(taker.complete).isNotDone();
  }

  /** Each item once and in order, whoever asks: the streamer does from its connections' threads. */
  @Test
  void givesInOrderToThoseThatAskFromSeveralThreads() throws Exception {
    int each = 20_000;
    var taker = new Taker(0);
    items(4 * each).subscribe(taker);
    List<CompletableFuture<Void>> asking =
        IntStream.range(0, 4)
            .mapToObj(
                thread ->
                    CompletableFuture.runAsync(
                        () -> {
                          for (int i = 0; i < each; i++) {
                            taker.subscription.request(1);
                          }
                        }))
            .toList();
    for (CompletableFuture<Void> one : asking) {
      Patience.get(one);
    }
    Patience.get(taker.complete);
    assertThat(taker.taken).isEqualTo(upTo(4 * each));
  }
}
