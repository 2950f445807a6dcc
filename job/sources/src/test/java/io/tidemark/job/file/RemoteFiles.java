package io.tidemark.job.file;

import java.io.IOException;
import java.net.URI;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystemFactory;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.fs.local.LocalFileSystem;

/** This machine's files, given as an object store does: nobody knows of bytes before they come. */
public final class RemoteFiles implements FileSystemFactory {
  static final String SCHEME = "remote:";

  @Override
  public String getScheme() {
    return SCHEME.substring(0, SCHEME.length() - 1);
  }

  @Override
  public FileSystem create(URI uri) {
    return new LocalFileSystem() {
      @Override
      public FSDataInputStream open(Path path) throws IOException {
        return new Unannounced(super.open(path));
      }
    };
  }

  private static final class Unannounced extends FSDataInputStream {
    private final FSDataInputStream file;

    Unannounced(FSDataInputStream file) {
      this.file = file;
    }

    @Override
    public int available() {
      return 0;
    }

    @Override
    public int read() throws IOException {
      return file.read();
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
      return file.read(to, offset, length);
    }

    @Override
    public void seek(long position) throws IOException {
      file.seek(position);
    }

    @Override
    public long getPos() throws IOException {
      return file.getPos();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
