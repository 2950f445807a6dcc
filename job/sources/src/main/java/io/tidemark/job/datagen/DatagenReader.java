package io.tidemark.job.datagen;

import io.tidemark.job.config.JobConfig.Datagen;
import io.tidemark.job.split.EndBarrier;
import io.tidemark.job.split.SourceSample;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.core.io.InputStatus;

/**
 * Emits the samples of its shards in step: first one tick of all their series, then the next tick.
 * A call emits up to {@value #CHUNK} samples, which takes well under a millisecond: enough samples
 * to make a call's cost negligible, and few enough not to delay a checkpoint.
 *
 * <p>If the job's number of samples is bounded, sample {@code p = tick · series + slot} is emitted
 * if {@code p} is below the bound, so the set of samples does not depend on the parallelism.
 *
 * <p>At a fixed rate, a record's Flink timestamp is the time at which the sample was due, in Unix
 * milliseconds, up to {@value #CHUNK} samples too early. Later operators use it to tell how late a
 * sample is.
 *
 * <p>A sample beyond the {@link Horizon} waits, as do all samples after it.
 */
final class DatagenReader implements SourceReader<SourceSample, DatagenShard> {
  private static final int CHUNK = 256;

  /** Flink's own value for a record without a timestamp. */
  private static final long NOT_DUE = Long.MIN_VALUE;

  private final SourceReaderContext context;
  private final SampleGenerator generator;
  private final NumberedSamples samples;
  private final Datagen config;
  private final long slots;
  private final Horizon horizon;
  private final LongSupplier nanoClock;
  private final LongSupplier millisClock;
  private final List<ShardCursor> cursors = new ArrayList<>();

  /** Number of slots of this reader's shards. */
  private int mine;

  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            var thread = new Thread(task, "tidemark-datagen-pace");
            thread.setDaemon(true);
            return thread;
          });

  private Pace pace;
  private int current;
  private long tick;
  private boolean started;
  private boolean ended;
  private CompletableFuture<Void> available = new CompletableFuture<>();

  DatagenReader(
      SourceReaderContext context,
      Datagen config,
      Horizon horizon,
      boolean numbered,
      LongSupplier nanoClock,
      LongSupplier millisClock) {
    this.context = context;
    this.config = config;
    this.horizon = horizon;
    this.nanoClock = nanoClock;
    this.millisClock = millisClock;
    generator = new SampleGenerator(config);
    slots = generator.shape().slots();
    samples =
        new NumberedSamples(
            generator,
            context.getIndexOfSubtask(),
            numbered
                ? SourceSample.numbers(context.currentParallelism(), SourceSample.MAX_NUMBERS)
                : 0);
  }

  @Override
  public void start() {
    started = true;
    context
        .metricGroup()
        .addGroup("tidemark")
        .gauge("generator_at_clock_pace", () -> horizon.isReached() ? 1 : 0);
    reportFinished();
  }

  @Override
  public void addSplits(List<DatagenShard> shards) {
    for (DatagenShard shard : shards) {
      var cursor = new ShardCursor(shard, generator.shape());
      cursor.number(mine);
      mine += cursor.slots();
      cursors.add(cursor);
    }
    samples.room(mine);
    pace = new Pace(config.rate() * (double) mine / slots, nanoClock.getAsLong());
    current = cursors.size();
    reportFinished();
    available.complete(null);
  }

  @Override
  public InputStatus pollNext(ReaderOutput<SourceSample> output) {
    if (ended) {
      return InputStatus.END_OF_INPUT;
    }
    ShardCursor cursor = nextInStep();
    if (cursor == null) {
      available = new CompletableFuture<>();
      return InputStatus.NOTHING_AVAILABLE;
    }
    horizon.look();
    if (isBeyondHorizon(cursor)) {
      return later(Horizon.NANOS_PER_LOOK);
    }
    int count = pace.take(CHUNK, nanoClock.getAsLong());
    if (count == 0) {
      return later(pace.nanosToNextStep());
    }
    pace.giveBack(count - emit(cursor, count, output));
    return InputStatus.MORE_AVAILABLE;
  }

  private InputStatus later(long nanos) {
    var due = new CompletableFuture<Void>();
    available = due;
    timer.schedule(() -> due.complete(null), nanos, TimeUnit.NANOSECONDS);
    return InputStatus.NOTHING_AVAILABLE;
  }

  private boolean isBeyondHorizon(ShardCursor cursor) {
    long timestampMillis = generator.timestampMillis(cursor.startMillis(), cursor.tick());
    return horizon.isBeyond(timestampMillis, cursor.number(), mine);
  }

  /**
   * Emits samples from one shard after the other. It emits fewer than {@code count} only if all
   * shards have ended, or the next sample is beyond the horizon.
   *
   * @return number of samples emitted
   */
  private int emit(ShardCursor first, int count, ReaderOutput<SourceSample> output) {
    long dueMillis =
        config.rate() == 0
            ? NOT_DUE
            : millisClock.getAsLong() - TimeUnit.NANOSECONDS.toMillis(pace.lateNanos());
    int emitted = 0;
    for (ShardCursor cursor = first; cursor != null && emitted < count; cursor = nextInStep()) {
      while (emitted < count && cursor.tick() == tick && !isFinished(cursor)) {
        if (isBeyondHorizon(cursor)) {
          return emitted;
        }
        output.collect(
            samples.sample(cursor.startMillis(), tick, cursor.slot(), cursor.number()), dueMillis);
        cursor.advance();
        emitted++;
      }
      if (isFinished(cursor)) {
        reportFinished();
      }
    }
    return emitted;
  }

  /**
   * Returns a shard that has samples left in the current tick, or else in the next one; null if all
   * shards have ended.
   */
  private ShardCursor nextInStep() {
    while (true) {
      for (; current < cursors.size(); current++) {
        ShardCursor cursor = cursors.get(current);
        if (cursor.tick() == tick && !isFinished(cursor)) {
          return cursor;
        }
      }
      long next = Long.MAX_VALUE;
      for (ShardCursor cursor : cursors) {
        if (!isFinished(cursor)) {
          next = Math.min(next, cursor.tick());
        }
      }
      if (next == Long.MAX_VALUE) {
        return null;
      }
      tick = next;
      current = 0;
    }
  }

  private boolean isFinished(ShardCursor cursor) {
    return cursor.slots() == 0
        || config.samples() > 0 && cursor.tick() * slots + cursor.slot() >= config.samples();
  }

  private void reportFinished() {
    if (started && config.samples() > 0) {
      int finished = (int) cursors.stream().filter(this::isFinished).count();
      context.sendSourceEventToCoordinator(new EndBarrier.Finished(finished));
    }
  }

  /** Called when all readers have emitted all their samples. */
  @Override
  public void notifyNoMoreSplits() {
    ended = true;
    available.complete(null);
  }

  @Override
  public List<DatagenShard> snapshotState(long checkpointId) {
    return cursors.stream().map(ShardCursor::toShard).toList();
  }

  @Override
  public CompletableFuture<Void> isAvailable() {
    return available;
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
