package io.tidemark.job.write;

import io.tidemark.job.config.JobConfig;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.Payload;
import io.tidemark.sink.RequestTiming;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.WriteClient;
import io.tidemark.sink.WriteResult;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;

/**
 * A batch that a database refuses, takes, or has no time for, as the input says: its first byte how
 * many samples there are, one for each the length of its label and whether it is refused, and then
 * one for each request. However it goes, each sample is stored or a dead letter, and counted once.
 */
public final class RefusedBatchSubject {
  private static final JobConfig.Retry RETRY =
      new JobConfig.Retry(Duration.ofMillis(1), Duration.ofMillis(2), Duration.ofHours(1));

  /** With as many refused and none accepted, the job would end. */
  private static final int MAX_SAMPLES = Refusals.MAX_BEFORE_ACCEPTED - 1;

  /** More, and the input says no more. */
  private static final int MAX_REQUESTS = 100 * MAX_SAMPLES;

  private final WireFormat format;
  private final ByteBuffer input;
  private final Set<Long> refused = new TreeSet<>();
  private final Set<Long> stored = new TreeSet<>();
  private final Queue<Runnable> queued = new ArrayDeque<>();

  private RefusedBatchSubject(WireFormat format, byte[] input) {
    this.format = format;
    this.input = ByteBuffer.wrap(input);
  }

  public static void deliver(WireFormat format, byte[] input) {
    new RefusedBatchSubject(format, input).deliver();
  }

  private int next() {
    return input.hasRemaining() ? Byte.toUnsignedInt(input.get()) : 0;
  }

  private void deliver() {
    List<Sample> samples = samples();
    var shared =
        new Delivery.Context(
            client(),
            format,
            new Backoff(RETRY),
            RETRY.deadline().toNanos(),
            JobConfig.OnRejected.DEAD_LETTER,
            scheduler(),
            () -> 0,
            (outcome, result) -> {},
            () -> {},
            new Refusals());
    Delivery delivery = Delivery.start(shared, format.encode(samples));
    for (int steps = 0; !queued.isEmpty(); steps++) {
      require(steps < MAX_REQUESTS, "goes on for ever");
      queued.remove().run();
    }
    require(delivery.done().isDone(), "nothing more comes, and it is not done");
    WriteOutcome outcome = delivery.done().join();
    require(outcome.samplesAcked() == samples.size() - refused.size(), "acked " + outcome);
    require(outcome.samplesDeadLettered() == refused.size(), "dead letters " + outcome);
    require(stored.size() == samples.size() - refused.size(), "stored " + stored);
    var letters = new TreeSet<Long>();
    outcome.deadLetters().forEach(letter -> letters.add(letter.offset()));
    require(letters.equals(refused), "dead letters of " + letters);
  }

  private List<Sample> samples() {
    var samples = new ArrayList<Sample>();
    long count = 1 + next() % MAX_SAMPLES;
    for (long number = 0; number < count; number++) {
      int shape = next();
      var labels = Map.of("__name__", "m", "l", "x".repeat(1 + shape / 2));
      samples.add(new Sample(Labels.of(labels), number, shape));
      if (shape % 2 == 1) {
        refused.add(number);
      }
    }
    return samples;
  }

  private WriteClient client() {
    return new WriteClient() {
      @Override
      public CompletableFuture<WriteResult> write(Payload payload) {
        return CompletableFuture.completedFuture(
            new WriteResult(
                answer(payload),
                "",
                1,
                0,
                "",
                "",
                OptionalLong.empty(),
                new RequestTiming(0, 0, 0)));
      }

      @Override
      public long cpuNanos() {
        return 0;
      }

      @Override
      public void close() {}
    };
  }

  private ResponseClass answer(Payload payload) {
    List<Long> numbers = format.decode(payload).stream().map(Sample::timestampMillis).toList();
    require(!numbers.isEmpty(), "a request without a sample");
    boolean takes = numbers.stream().noneMatch(refused::contains);
    int said = next() % 4;
    if (takes && said != 1 && said != 2) {
      stored.addAll(numbers);
    }
    return switch (said) {
      case 1 -> ResponseClass.THROTTLED;
      // Stored or not: what the database said did not arrive.
      case 2, 3 -> ResponseClass.RETRY;
      default -> takes ? ResponseClass.OK : ResponseClass.REJECT;
    };
  }

  /** Of which only two methods are called. */
  private ScheduledExecutorService scheduler() {
    return (ScheduledExecutorService)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {ScheduledExecutorService.class},
            (proxy, method, arguments) -> {
              queued.add((Runnable) arguments[0]);
              return null;
            });
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }
}
