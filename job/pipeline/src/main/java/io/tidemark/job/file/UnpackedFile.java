package io.tidemark.job.file;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import org.apache.flink.core.fs.Path;

/**
 * A file's bytes, unpacked if it is gzip or zstd: its first bytes tell, not its name. Members or
 * frames one after another are read as one; a file that is cut short is an error.
 */
final class UnpackedFile {
  private static final int BUFFER_BYTES = 64 * 1024;
  private static final int GZIP = 0x1F8B;
  private static final int ZSTD = 0x28B52FFD;

  private UnpackedFile() {}

  static InputStream open(Path path) throws IOException {
    InputStream file = new BufferedInputStream(path.getFileSystem().open(path), BUFFER_BYTES);
    try {
      int magic = firstBytes(file);
      if (magic >>> 16 == GZIP) {
        return new GZIPInputStream(file, BUFFER_BYTES);
      }
      return magic == ZSTD ? new ZstdInputStream(file) : file;
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  /** Of a shorter file, zeros follow. */
  private static int firstBytes(InputStream file) throws IOException {
    file.mark(Integer.BYTES);
    byte[] first = file.readNBytes(Integer.BYTES);
    file.reset();
    int magic = 0;
    for (int i = 0; i < Integer.BYTES; i++) {
      magic = magic << 8 | (i < first.length ? first[i] & 0xFF : 0);
    }
    return magic;
  }
}
