package io.tidemark.job.file;

import io.tidemark.format.Format;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig.FileInput;
import io.tidemark.job.split.EndBarrierSource;
import io.tidemark.job.split.SourceRecord;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/**
 * The records of files, and of all files in folders, on any file system that Flink knows: lines, or
 * what {@code tidemark capture} took from a topic.
 */
public final class FileRecords {
  private FileRecords() {}

  /**
   * @param inOrder whether each file is read by one subtask, so that each series keeps its order
   * @throws ConfigException if a file can't be found, or can't hold the format
   */
  public static Source<SourceRecord, ?, ?> source(FileInput config, boolean inOrder) {
    // Each file tells its own format, to whom reads it; one that repeats is whole in its reader.
    boolean whole = inOrder || config.format() == Format.AUTO || config.repeat();
    return source(config, new FileParts(whole ? FileParts.WHOLE_FILES : FileParts.PART_BYTES));
  }

  static Source<SourceRecord, ?, ?> source(FileInput config, FileParts parts) {
    List<Path> paths = FilePaths.of(config);
    boolean repeat = config.repeat();
    boolean capturesOnly = config.format().isBinary();
    if (capturesOnly) {
      FilePaths.localFiles(paths).forEach(FileRecords::requireCapture);
    }
    return new EndBarrierSource<>(
        FileSource.forBulkFileFormat(
                new SplitFormat(config.format().maxLineBytes(), capturesOnly, repeat),
                paths.toArray(Path[]::new))
            .setFileEnumerator(() -> repeat ? FileRecords::oneFile : parts)
            .setSplitAssigner(FrontToBack::new)
            .build());
  }

  /** Several would be read at a time, and for ever only the first of them. */
  private static Collection<FileSourceSplit> oneFile(Path[] paths, int minDesiredSplits)
      throws IOException {
    Collection<FileSourceSplit> files =
        new FileParts(FileParts.WHOLE_FILES).enumerateSplits(paths, minDesiredSplits);
    if (files.size() != 1) {
      throw new SuppressRestartsException(
          new ConfigException(
              "source.file.repeat takes one file, and source.file.path has %d"
                  .formatted(files.size())));
    }
    return files;
  }

  private static void requireCapture(Path path) {
    try (var file = UnpackedFile.open(path)) {
      if (CaptureFile.isOne(file)) {
        return;
      }
    } catch (UnpackedFile.NotGiven | FileNotFoundException e) {
      throw new ConfigException("source.file.path: %s can't be read".formatted(path), e);
    } catch (IOException e) {
      // It is broken, and who reads it says where.
      return;
    }
    throw new ConfigException(
        "source.file.format is binary, and %s is read line by line; use a text format, or a file of tidemark capture"
            .formatted(path));
  }
}
