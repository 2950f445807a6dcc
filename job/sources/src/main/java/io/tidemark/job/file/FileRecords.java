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
 * Reads the records of files, and of all files in folders, on any file system that Flink knows.
 * Records are lines, or what {@code tidemark capture} copied from a topic.
 */
public final class FileRecords {
  private FileRecords() {}

  /**
   * @param inOrder whether one subtask is to read each file, so that each series keeps its order
   * @throws ConfigException if a file is missing, or can't hold the format
   */
  public static Source<SourceRecord, ?, ?> source(FileInput config, boolean inOrder) {
    // The reader of a file's beginning finds its format, and a file that repeats needs a single
    // reader.
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

  /**
   * Several files would be read in parallel, but endless repetition would never get past the first.
   */
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
      // The file is broken; its reader will report where.
      return;
    }
    throw new ConfigException(
        "source.file.format is binary, and %s is read line by line; use a text format, or a file of tidemark capture"
            .formatted(path));
  }
}
