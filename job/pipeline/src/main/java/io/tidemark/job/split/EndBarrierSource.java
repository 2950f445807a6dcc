package io.tidemark.job.split;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.ReaderInfo;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.metrics.groups.SplitEnumeratorMetricGroup;

/**
 * A source whose readers ask for split after split, with {@link EndBarrier}'s promise: no reader
 * hears that there are no more splits before all of them have asked in vain.
 */
public final class EndBarrierSource<T, SplitT extends SourceSplit, StateT>
    implements Source<T, SplitT, StateT> {
  private final Source<T, SplitT, StateT> source;

  public EndBarrierSource(Source<T, SplitT, StateT> source) {
    this.source = source;
  }

  @Override
  public Boundedness getBoundedness() {
    return source.getBoundedness();
  }

  @Override
  public SourceReader<T, SplitT> createReader(SourceReaderContext context) throws Exception {
    return source.createReader(context);
  }

  @Override
  public SplitEnumerator<SplitT, StateT> createEnumerator(SplitEnumeratorContext<SplitT> context)
      throws Exception {
    var holding = new HoldingContext<>(context);
    return new JoiningEnumerator<>(source.createEnumerator(holding), holding);
  }

  @Override
  public SplitEnumerator<SplitT, StateT> restoreEnumerator(
      SplitEnumeratorContext<SplitT> context, StateT state) throws Exception {
    var holding = new HoldingContext<>(context);
    return new JoiningEnumerator<>(source.restoreEnumerator(holding, state), holding);
  }

  @Override
  public SimpleVersionedSerializer<SplitT> getSplitSerializer() {
    return source.getSplitSerializer();
  }

  @Override
  public SimpleVersionedSerializer<StateT> getEnumeratorCheckpointSerializer() {
    return source.getEnumeratorCheckpointSerializer();
  }

  /** Keeps "no more splits" back until every subtask would have been told. */
  private record HoldingContext<SplitT extends SourceSplit>(
      SplitEnumeratorContext<SplitT> context, Set<Integer> waiting)
      implements SplitEnumeratorContext<SplitT> {

    HoldingContext(SplitEnumeratorContext<SplitT> context) {
      this(context, new HashSet<>());
    }

    @Override
    public void signalNoMoreSplits(int subtask) {
      waiting.add(subtask);
      if (waiting.size() == context.currentParallelism()) {
        waiting.forEach(context::signalNoMoreSplits);
      }
    }

    @Override
    public SplitEnumeratorMetricGroup metricGroup() {
      return context.metricGroup();
    }

    @Override
    public void sendEventToSourceReader(int subtask, SourceEvent event) {
      context.sendEventToSourceReader(subtask, event);
    }

    @Override
    public int currentParallelism() {
      return context.currentParallelism();
    }

    @Override
    public Map<Integer, ReaderInfo> registeredReaders() {
      return context.registeredReaders();
    }

    @Override
    public void assignSplits(SplitsAssignment<SplitT> assignment) {
      context.assignSplits(assignment);
    }

    @Override
    public <V> void callAsync(Callable<V> callable, BiConsumer<V, Throwable> handler) {
      context.callAsync(callable, handler);
    }

    @Override
    public <V> void callAsync(
        Callable<V> callable,
        BiConsumer<V, Throwable> handler,
        long initialDelayMillis,
        long periodMillis) {
      context.callAsync(callable, handler, initialDelayMillis, periodMillis);
    }

    @Override
    public void runInCoordinatorThread(Runnable runnable) {
      context.runInCoordinatorThread(runnable);
    }
  }

  /** Takes a reader that begins again out of those that wait. */
  private record JoiningEnumerator<SplitT extends SourceSplit, StateT>(
      SplitEnumerator<SplitT, StateT> enumerator, HoldingContext<SplitT> context)
      implements SplitEnumerator<SplitT, StateT> {

    @Override
    public void addReader(int subtask) {
      context.waiting.remove(subtask);
      enumerator.addReader(subtask);
    }

    @Override
    public void start() {
      enumerator.start();
    }

    @Override
    public void handleSplitRequest(int subtask, String host) {
      enumerator.handleSplitRequest(subtask, host);
    }

    @Override
    public void addSplitsBack(List<SplitT> splits, int subtask) {
      enumerator.addSplitsBack(splits, subtask);
    }

    @Override
    public StateT snapshotState(long checkpointId) throws Exception {
      return enumerator.snapshotState(checkpointId);
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) throws Exception {
      enumerator.notifyCheckpointComplete(checkpointId);
    }

    @Override
    public void close() throws IOException {
      enumerator.close();
    }
  }
}
