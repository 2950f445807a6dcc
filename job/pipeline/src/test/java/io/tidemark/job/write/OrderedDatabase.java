package io.tidemark.job.write;

import io.tidemark.series.Amplification;
import io.tidemark.series.Layout;
import io.tidemark.series.Sample;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.Capabilities;
import io.tidemark.sink.CapacityProbe;
import io.tidemark.sink.ClientOptions;
import io.tidemark.sink.OptionKey;
import io.tidemark.sink.Payload;
import io.tidemark.sink.RequestTiming;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.WriteClient;
import io.tidemark.sink.WriteResult;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A database in memory that takes the samples of a series in their order only: it remembers the
 * last timestamp of each and counts what came late. Answers take up to 3 ms, by chance.
 */
public final class OrderedDatabase implements Tsdb {
  static final AtomicLong STORED = new AtomicLong();
  static final AtomicLong LATE = new AtomicLong();
  private static final Map<String, Long> LAST_MILLIS = new ConcurrentHashMap<>();

  static void forget() {
    LAST_MILLIS.clear();
    STORED.set(0);
    LATE.set(0);
  }

  @Override
  public String type() {
    return "ordered";
  }

  @Override
  public List<OptionKey> options() {
    return List.of();
  }

  @Override
  public URI defaultUrl() {
    return URI.create("http://127.0.0.1");
  }

  @Override
  public List<String> schemes() {
    return List.of("http");
  }

  @Override
  public WireFormat format(TargetConfig target, Amplification amplification) {
    return wire().format(target, amplification);
  }

  @Override
  public WriteClient client(TargetConfig target, ClientOptions options) {
    return new Client(
        wire().format(target, new Amplification(1, 1, 1, "i", ValueMode.REPEAT, Layout.TIME)));
  }

  /** What the wire carries is none of the test's business. */
  private static Tsdb wire() {
    return Tsdb.byType("null", OrderedDatabase.class.getClassLoader());
  }

  private record Client(WireFormat format) implements WriteClient {
    @Override
    public CompletableFuture<WriteResult> write(Payload payload) {
      List<Sample> samples = format.decode(payload);
      long micros = ThreadLocalRandom.current().nextLong(3_000);
      return CompletableFuture.supplyAsync(
          () -> store(samples, payload),
          CompletableFuture.delayedExecutor(micros, TimeUnit.MICROSECONDS));
    }

    private static WriteResult store(List<Sample> samples, Payload payload) {
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
      return new WriteResult(
          ResponseClass.OK,
          "",
          1,
          payload.body().length,
          "ordered",
          "",
          OptionalLong.empty(),
          new RequestTiming(0, 0, 0));
    }

    @Override
    public long cpuNanos() {
      return 0;
    }

    @Override
    public void close() {}
  }

  @Override
  public CapacityProbe probe(TargetConfig target) {
    throw new IllegalStateException("nobody asks it");
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(Map.of(), true);
  }
}
