package io.tidemark.job.file;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.assigners.FileSplitAssigner;

/**
 * Assigns files in the order of their names, and the parts of each file from its beginning to its
 * end.
 */
final class FrontToBack implements FileSplitAssigner {
  private final TreeSet<FileSourceSplit> splits =
      new TreeSet<>(
          Comparator.comparing((FileSourceSplit split) -> split.path().toString())
              .thenComparing(FileSourceSplit::offset)
              .thenComparing(FileSourceSplit::splitId));

  FrontToBack(Collection<FileSourceSplit> splits) {
    this.splits.addAll(splits);
  }

  @Override
  public Optional<FileSourceSplit> getNext(String host) {
    return Optional.ofNullable(splits.pollFirst());
  }

  @Override
  public void addSplits(Collection<FileSourceSplit> back) {
    splits.addAll(back);
  }

  @Override
  public Collection<FileSourceSplit> remainingSplits() {
    return splits;
  }
}
