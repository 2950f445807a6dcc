package io.tidemark.job.deadletter;

import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.UUID;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/**
 * Dead letters as JSON lines in a folder of any file system that Flink knows. At least once: the
 * file is closed before a checkpoint passes, so none passes an unwritten letter, also on stores
 * that show a file only when it is closed; what is replayed after a failure is written again.
 * (Flink's FileSink commits after the checkpoint, and never at the end of a job that takes none
 * after its tasks have finished.)
 */
final class DeadLetterFiles implements Sink<DeadLetter> {
  private final URI folder;

  DeadLetterFiles(URI folder) {
    this.folder = folder;
  }

  @Override
  public SinkWriter<DeadLetter> createWriter(WriterInitContext context) {
    return new Writer(new Path(folder));
  }

  private static final class Writer implements SinkWriter<DeadLetter> {
    private final Path folder;
    private FSDataOutputStream file;

    Writer(Path folder) {
      this.folder = folder;
    }

    @Override
    public void write(DeadLetter letter, Context context) {
      try {
        append(letter);
      } catch (IOException e) {
        throw unwritable(e);
      }
    }

    private void append(DeadLetter letter) throws IOException {
      if (file == null) {
        String name =
            Instant.now().toString().replace(':', '-') + "-" + UUID.randomUUID() + ".jsonl";
        file =
            folder
                .getFileSystem()
                .create(new Path(folder, name), FileSystem.WriteMode.NO_OVERWRITE);
      }
      file.write(DeadLetterJson.encode(letter));
      file.write('\n');
    }

    @Override
    public void flush(boolean endOfInput) {
      if (file == null) {
        return;
      }
      try {
        file.sync();
        file.close();
        file = null;
      } catch (IOException e) {
        throw unwritable(e);
      }
    }

    /** A restart would meet the same letter and the same folder. */
    private SuppressRestartsException unwritable(IOException cause) {
      return new SuppressRestartsException(
          new IOException(
              "dead letters can't be written [dead-letter.path=%s]".formatted(folder), cause));
    }

    @Override
    public void close() {
      flush(true);
    }
  }
}
