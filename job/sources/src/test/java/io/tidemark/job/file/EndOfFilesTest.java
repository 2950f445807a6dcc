package io.tidemark.job.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.format.Format;
import io.tidemark.job.config.JobConfig.FileInput;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import org.apache.flink.api.connector.source.ReaderInfo;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.apache.flink.metrics.groups.SplitEnumeratorMetricGroup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EndOfFilesTest {
  private final List<Integer> told = new ArrayList<>();

  @Test
  void noReaderHearsOfTheEndBeforeAllHaveAskedInVain(@TempDir Path empty) throws Exception {
    SplitEnumerator<?, ?> enumerator = enumerator(empty);

    enumerator.handleSplitRequest(0, null);
    assertThat(told).isEmpty();

    enumerator.handleSplitRequest(1, null);
    assertThat(told).containsExactlyInAnyOrder(0, 1);
  }

  @Test
  void aReaderThatBeginsAgainIsWaitedFor(@TempDir Path empty) throws Exception {
    SplitEnumerator<?, ?> enumerator = enumerator(empty);

    enumerator.handleSplitRequest(0, null);
    enumerator.addReader(0);
    enumerator.handleSplitRequest(1, null);
    assertThat(told).isEmpty();

    enumerator.handleSplitRequest(0, null);
    assertThat(told).containsExactlyInAnyOrder(0, 1);
  }

  private SplitEnumerator<?, ?> enumerator(Path folder) throws Exception {
    SplitEnumerator<?, ?> enumerator =
        enumerator(FileRecords.source(new FileInput(folder.toString(), Format.INFLUX), false));
    enumerator.start();
    return enumerator;
  }

  private <S extends SourceSplit, C> SplitEnumerator<S, C> enumerator(Source<?, S, C> source)
      throws Exception {
    return source.createEnumerator(new TwoReaders<>(told));
  }

  private record TwoReaders<S extends SourceSplit>(List<Integer> told)
      implements SplitEnumeratorContext<S> {
    @Override
    public void signalNoMoreSplits(int subtask) {
      told.add(subtask);
    }

    @Override
    public int currentParallelism() {
      return 2;
    }

    @Override
    public Map<Integer, ReaderInfo> registeredReaders() {
      return Map.of(0, new ReaderInfo(0, "host"), 1, new ReaderInfo(1, "host"));
    }

    @Override
    public SplitEnumeratorMetricGroup metricGroup() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void sendEventToSourceReader(int subtask, SourceEvent event) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void assignSplits(SplitsAssignment<S> assignment) {
      throw new UnsupportedOperationException();
    }

    @Override
    public <T> void callAsync(Callable<T> callable, BiConsumer<T, Throwable> handler) {
      throw new UnsupportedOperationException();
    }

    @Override
    public <T> void callAsync(
        Callable<T> callable, BiConsumer<T, Throwable> handler, long delay, long period) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void runInCoordinatorThread(Runnable runnable) {
      throw new UnsupportedOperationException();
    }
  }
}
