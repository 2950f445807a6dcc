package io.tidemark.job.split;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntConsumer;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * A source whose readers ask for one split after the other, and end together as {@link EndBarrier}
 * describes: no reader is told that there are no more splits before all readers have asked for one
 * in vain.
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
    var waiting = new HashSet<Integer>();
    return joining(source.createEnumerator(holding(context, waiting)), waiting);
  }

  @Override
  public SplitEnumerator<SplitT, StateT> restoreEnumerator(
      SplitEnumeratorContext<SplitT> context, StateT state) throws Exception {
    var waiting = new HashSet<Integer>();
    return joining(source.restoreEnumerator(holding(context, waiting), state), waiting);
  }

  @Override
  public SimpleVersionedSerializer<SplitT> getSplitSerializer() {
    return source.getSplitSerializer();
  }

  @Override
  public SimpleVersionedSerializer<StateT> getEnumeratorCheckpointSerializer() {
    return source.getEnumeratorCheckpointSerializer();
  }

  /** Delays the signal "no more splits" until it is due for every subtask. */
  private static <T extends SourceSplit> SplitEnumeratorContext<T> holding(
      SplitEnumeratorContext<T> context, Set<Integer> waiting) {
    return overriding(
        SplitEnumeratorContext.class,
        context,
        "signalNoMoreSplits",
        subtask -> {
          waiting.add(subtask);
          if (waiting.size() == context.currentParallelism()) {
            waiting.forEach(context::signalNoMoreSplits);
          }
        });
  }

  /** Removes a reader that begins again from those that wait. */
  private static <T extends SourceSplit, S> SplitEnumerator<T, S> joining(
      SplitEnumerator<T, S> enumerator, Set<Integer> waiting) {
    return overriding(
        SplitEnumerator.class,
        enumerator,
        "addReader",
        subtask -> {
          waiting.remove(subtask);
          enumerator.addReader(subtask);
        });
  }

  /**
   * Returns a proxy that forwards every call, even of methods that a later Flink adds, except the
   * calls of one method with a subtask.
   */
  @SuppressWarnings("unchecked")
  private static <T> T overriding(Class<?> type, T target, String name, IntConsumer own) {
    InvocationHandler calls =
        (proxy, method, arguments) -> {
          if (method.getName().equals(name)) {
            own.accept((int) arguments[0]);
            return null;
          }
          try {
            return method.invoke(target, arguments);
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        };
    return (T) Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, calls);
  }
}
