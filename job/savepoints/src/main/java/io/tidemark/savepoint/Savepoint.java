package io.tidemark.savepoint;

import io.tidemark.job.JobGraph;
import io.tidemark.job.RootCause;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.source.SourcePositions;
import io.tidemark.job.state.ExactTotals;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.metadata.CheckpointMetadata;
import org.apache.flink.runtime.state.DefaultOperatorStateBackend;
import org.apache.flink.runtime.state.DefaultOperatorStateBackendBuilder;
import org.apache.flink.runtime.state.OperatorStateHandle;

/**
 * A savepoint on any file system that Flink knows. It is read with Flink's own classes and this
 * build's serializers, so a job of this build can restore what can be opened here.
 */
public final class Savepoint {
  static final String METADATA = "_metadata";
  private static final ClassLoader CLASSES = Savepoint.class.getClassLoader();

  private final Path folder;
  private final byte[] metadata;
  private final Map<String, OperatorState> operators = new TreeMap<>();

  private Savepoint(Path folder, byte[] metadata, CheckpointMetadata read) {
    this.folder = folder;
    this.metadata = metadata;
    for (OperatorState operator : read.getOperatorStates()) {
      operators.put(
          operator.getOperatorUid().orElse(operator.getOperatorID().toString()), operator);
    }
  }

  /**
   * @param path path of the savepoint's folder, or of its file {@code _metadata}
   * @throws ConfigException if there is no savepoint, or none of Tidemark that this build can
   *     restore
   */
  public static Savepoint open(String path) {
    Path folder = Folders.path(path);
    if (folder.getName().equals(METADATA)) {
      folder = folder.getParent();
    }
    try {
      byte[] metadata = Folders.read(new Path(folder, METADATA));
      var savepoint =
          new Savepoint(
              folder,
              metadata,
              Checkpoints.loadCheckpointMetadata(
                  new DataInputStream(new ByteArrayInputStream(metadata)),
                  CLASSES,
                  folder.toString()));
      savepoint.requireOurs();
      return savepoint;
    } catch (IOException | RuntimeException e) {
      throw refused(path, e);
    }
  }

  private static ConfigException refused(String path, Exception why) {
    return new ConfigException(
        "the savepoint %s can't be used: %s".formatted(path, RootCause.of(why)), why);
  }

  private void requireOurs() throws IOException {
    for (String uid : JobGraph.RESTORED_UIDS) {
      OperatorState operator = operators.get(uid);
      if (operator == null) {
        throw new IOException(
            "it has no state of operator %s; it holds %s".formatted(uid, operators.keySet()));
      }
      if (operator.getMaxParallelism() != JobGraph.MAX_PARALLELISM) {
        throw new IOException(
            "operator %s has maxParallelism=%d, this build needs %d"
                .formatted(uid, operator.getMaxParallelism(), JobGraph.MAX_PARALLELISM));
      }
    }
  }

  /** The part of a savepoint that belongs to one operator. */
  public record Operator(
      String uid, String name, int parallelism, int maxParallelism, long bytes) {}

  public String path() {
    return folder.toString();
  }

  Path folder() {
    return folder;
  }

  byte[] metadata() {
    return metadata;
  }

  public List<Operator> operators() {
    return operators.entrySet().stream()
        .map(
            entry ->
                new Operator(
                    entry.getKey(),
                    entry.getValue().getOperatorName().orElse(""),
                    entry.getValue().getParallelism(),
                    entry.getValue().getMaxParallelism(),
                    entry.getValue().getStateSize()))
        .sorted(Comparator.comparing(Operator::uid))
        .toList();
  }

  /**
   * Tells whether the operator has state in the savepoint, which a job without that operator can't
   * restore.
   */
  public boolean hasStateOf(String uid) {
    OperatorState operator = operators.get(uid);
    return operator != null
        && operator.getSubtaskStates().values().stream().anyMatch(OperatorSubtaskState::hasState);
  }

  /**
   * Returns the source's positions.
   *
   * @throws ConfigException if the savepoint is from another kind of source than the configured one
   */
  public SourcePositions positions(JobConfig.Source source) {
    try {
      return SourcePositions.read(
          source,
          list(
              "source",
              new ListStateDescriptor<>(
                  SourcePositions.STATE, BytePrimitiveArraySerializer.INSTANCE)));
    } catch (IOException e) {
      throw refused(path(), e);
    }
  }

  /** Returns what source and amplifier had counted, by the names of the accumulators. */
  public Map<String, Long> totals() {
    var totals = new TreeMap<String, Long>();
    try {
      add(totals, ExactTotals.OF_SOURCE, list("parse", ExactTotals.STATE));
      add(totals, ExactTotals.OF_AMPLIFIER, list("amplify", ExactTotals.STATE));
    } catch (IOException e) {
      throw refused(path(), e);
    }
    return totals;
  }

  private static void add(Map<String, Long> totals, List<String> names, List<long[]> counts)
      throws IOException {
    for (long[] subtask : counts) {
      ExactTotals.requireKnown(subtask, names);
      for (int i = 0; i < subtask.length; i++) {
        totals.merge(names.get(i), subtask[i], Long::sum);
      }
    }
  }

  /**
   * Reads every element of the state of every operator.
   *
   * @throws ConfigException with the first operator whose state this build can't read
   */
  public void readAll() {
    for (String uid : operators.keySet()) {
      try {
        open(operators.get(uid)).dispose();
      } catch (IOException | RuntimeException e) {
        throw new ConfigException(
            "the savepoint %s can't be used: operator %s: %s"
                .formatted(path(), uid, RootCause.of(e)),
            e);
      }
    }
  }

  private <T> List<T> list(String uid, ListStateDescriptor<T> state) throws IOException {
    DefaultOperatorStateBackend backend = open(operators.get(uid));
    try {
      ListState<T> elements = backend.getListState(state);
      var copy = new ArrayList<T>();
      elements.get().forEach(copy::add);
      return copy;
    } catch (Exception e) {
      throw new IOException("the state of operator %s can't be read".formatted(uid), e);
    } finally {
      backend.dispose();
    }
  }

  private static DefaultOperatorStateBackend open(OperatorState operator) throws IOException {
    List<OperatorStateHandle> handles =
        operator.getStates().stream()
            .map(OperatorSubtaskState::getManagedOperatorState)
            .flatMap(subtask -> subtask.stream())
            .collect(Collectors.toList());
    return new DefaultOperatorStateBackendBuilder(
            CLASSES, new ExecutionConfig(), false, handles, new CloseableRegistry())
        .build();
  }
}
