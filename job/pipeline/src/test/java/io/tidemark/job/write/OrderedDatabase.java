package io.tidemark.job.write;

import io.tidemark.series.Amplification;
import io.tidemark.series.Layout;
import io.tidemark.series.Sample;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.Payload;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.WriteResult;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Takes the samples of a series in their order only: it remembers the timestamps of each and counts
 * what came late, but for what is stored already. Answers take up to 3 ms, by chance; longer while
 * it is {@link #slow}, and where what {@link #loseUnanswered} lost comes again.
 */
public final class OrderedDatabase extends TestDatabase {
  static final AtomicLong STORED = new AtomicLong();
  static final AtomicLong LATE = new AtomicLong();
  private static final long SLOW_MICROS = 700_000;
  private static final long LOST_MICROS = 200_000;

  private static final Map<String, NavigableSet<Long>> MILLIS = new ConcurrentHashMap<>();
  private static final Set<List<Sample>> UNANSWERED = ConcurrentHashMap.newKeySet();
  private static final Set<List<Sample>> LOST = ConcurrentHashMap.newKeySet();

  public OrderedDatabase() {
    super("ordered", true);
  }

  private static volatile boolean slow;

  static void slow(boolean is) {
    slow = is;
  }

  static void forget() {
    MILLIS.clear();
    UNANSWERED.clear();
    LOST.clear();
    STORED.set(0);
    LATE.set(0);
  }

  /** As if the requests that it has not answered had not arrived. */
  static void loseUnanswered() {
    for (List<Sample> samples : UNANSWERED) {
      if (UNANSWERED.remove(samples)) {
        LOST.add(samples);
      }
    }
  }

  @Override
  CompletableFuture<WriteResult> answer(Payload payload) {
    List<Sample> samples = wire().decode(payload);
    long micros = ThreadLocalRandom.current().nextLong(3_000);
    if (slow) {
      micros = SLOW_MICROS;
    } else if (LOST.contains(samples)) {
      micros = LOST_MICROS;
    }
    UNANSWERED.add(samples);
    return CompletableFuture.supplyAsync(
        () -> store(samples), CompletableFuture.delayedExecutor(micros, TimeUnit.MICROSECONDS));
  }

  private WireFormat wire() {
    return format(
        TargetConfig.of(type()), new Amplification(1, 1, 1, "i", ValueMode.REPEAT, Layout.TIME));
  }

  private static WriteResult store(List<Sample> samples) {
    if (!UNANSWERED.remove(samples)) {
      return result(ResponseClass.RETRY);
    }
    for (Sample sample : samples) {
      MILLIS.compute(
          sample.labels().toString(),
          (series, stored) -> {
            NavigableSet<Long> all = stored == null ? new TreeSet<>() : stored;
            if (all.add(sample.timestampMillis())) {
              STORED.incrementAndGet();
              if (all.last() > sample.timestampMillis()) {
                LATE.incrementAndGet();
              }
            }
            return all;
          });
    }
    return result(ResponseClass.OK);
  }
}
