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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Takes the samples of a series in their order only: it remembers the last timestamp of each and
 * counts what came late. Answers take up to 3 ms, by chance.
 */
public final class OrderedDatabase extends TestDatabase {
  static final AtomicLong STORED = new AtomicLong();
  static final AtomicLong LATE = new AtomicLong();
  private static final Map<String, Long> LAST_MILLIS = new ConcurrentHashMap<>();

  public OrderedDatabase() {
    super("ordered", true);
  }

  static void forget() {
    LAST_MILLIS.clear();
    STORED.set(0);
    LATE.set(0);
  }

  @Override
  CompletableFuture<WriteResult> answer(Payload payload) {
    List<Sample> samples = wire().decode(payload);
    long micros = ThreadLocalRandom.current().nextLong(3_000);
    return CompletableFuture.supplyAsync(
        () -> store(samples), CompletableFuture.delayedExecutor(micros, TimeUnit.MICROSECONDS));
  }

  private WireFormat wire() {
    return format(
        TargetConfig.of(type()), new Amplification(1, 1, 1, "i", ValueMode.REPEAT, Layout.TIME));
  }

  private static WriteResult store(List<Sample> samples) {
    for (Sample sample : samples) {
      LAST_MILLIS.merge(
          sample.labels().toString(),
          sample.timestampMillis(),
          (last, now) -> {
            if (now <= last) {
              LATE.incrementAndGet();
            }
            return Math.max(last, now);
          });
    }
    STORED.addAndGet(samples.size());
    return result(ResponseClass.OK);
  }
}
