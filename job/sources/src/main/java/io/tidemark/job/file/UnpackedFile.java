package io.tidemark.job.file;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.Path;

/**
 * A file's bytes, unpacked if it is gzip or zstd: its first bytes tell, not its name. Members or
 * frames one after another are read as one. A file that is cut short, packed in another way, no
 * regular file, or shorter than it was when it was listed, is an error. Can be marked.
 */
final class UnpackedFile extends FilterInputStream {
  private static final int BUFFER_BYTES = 64 * 1024;
  private static final int GZIP = 0x1F8B;
  private static final int ZSTD = 0x28B52FFD;

  /** Of a frame to pass over, which pzstd begins with; its last half byte is anything. */
  private static final int SKIPPABLE = 0x502A4D18;

  private static final int SKIPPABLE_MASK = 0xF0FFFFFF;

  /** What no text begins with, of formats that are not read. */
  private static final Map<String, String> OTHERS =
      Map.of(
          "xz", "fd377a585a00",
          "7z", "377abcaf271c",
          "zip", "504b0304",
          "lz4", "04224d18",
          "snappy", "ff060000734e61507059");

  /** Of bzip2: a digit says how large its blocks are. */
  private static final String BZIP2 = "425a683[1-9]314159265359";

  private static final int MAX_MAGIC = 10;

  private final FSDataInputStream file;
  private final boolean packed;

  private UnpackedFile(InputStream unpacked, FSDataInputStream file, boolean packed) {
    super(unpacked);
    this.file = file;
    this.packed = packed;
  }

  /**
   * @throws NotGiven if the file system does not give its bytes; any other exception is of a file
   *     that is broken or gone
   */
  static UnpackedFile open(Path path) throws IOException {
    return open(path, 0);
  }

  /**
   * @param listedBytes how long it was when it was listed: it may have grown
   */
  static UnpackedFile open(Path path, long listedBytes) throws IOException {
    FSDataInputStream file = opened(path);
    try {
      InputStream bytes = new BufferedInputStream(new Given(file, listedBytes), BUFFER_BYTES);
      int magic = firstBytes(bytes);
      boolean gzip = magic >>> 16 == GZIP;
      boolean zstd = magic == ZSTD || (magic & SKIPPABLE_MASK) == SKIPPABLE;
      if (gzip) {
        bytes = unpacked(new Members(bytes, file, listedBytes));
      } else if (zstd) {
        bytes = unpacked(new ZstdInputStream(bytes));
      }
      return new UnpackedFile(bytes, file, gzip || zstd);
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  /** A file that is not packed, from a byte on. */
  static UnpackedFile openAt(Path path, long offset, long listedBytes) throws IOException {
    FSDataInputStream file = opened(path);
    try {
      file.seek(offset);
    } catch (IOException e) {
      file.close();
      throw new NotGiven(e);
    }
    return new UnpackedFile(
        new BufferedInputStream(new Given(file, listedBytes), BUFFER_BYTES), file, false);
  }

  private static FSDataInputStream opened(Path path) throws IOException {
    if (FileTree.isLocal(path) && FileTree.isSpecial(java.nio.file.Path.of(path.getPath()))) {
      throw new IOException("it is no regular file");
    }
    try {
      return path.getFileSystem().open(path);
    } catch (FileNotFoundException e) {
      throw e;
    } catch (IOException e) {
      throw new NotGiven(e);
    }
  }

  /** The file system failed, and not what the file holds: another try may succeed. */
  static final class NotGiven extends IOException {
    private final IOException why;

    NotGiven(IOException why) {
      super(why);
      this.why = why;
    }

    IOException why() {
      return why;
    }
  }

  /** A file's bytes as they lie there. */
  private static final class Given extends FilterInputStream {
    private final FSDataInputStream file;
    private final long listedBytes;

    Given(FSDataInputStream file, long listedBytes) {
      super(file);
      this.file = file;
      this.listedBytes = listedBytes;
    }

    @Override
    public int read() throws IOException {
      int read;
      try {
        read = super.read();
      } catch (IOException e) {
        throw new NotGiven(e);
      }
      return whole(read);
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
      int read;
      try {
        read = super.read(to, offset, length);
      } catch (IOException e) {
        throw new NotGiven(e);
      }
      return whole(read);
    }

    /** The last line of a file that was shortened meanwhile may be torn. */
    private int whole(int read) throws IOException {
      if (read < 0 && file.getPos() < listedBytes) {
        throw new EOFException(
            "it had %d bytes when the job began, now %d".formatted(listedBytes, file.getPos()));
      }
      return read;
    }
  }

  /**
   * The members of a gzip file. Where nothing is said to be available behind one, {@link
   * GZIPInputStream} takes it for the last: file systems that don't know say so.
   */
  private static final class Members extends GZIPInputStream {
    private final FSDataInputStream file;
    private final long listedBytes;

    Members(InputStream packed, FSDataInputStream file, long listedBytes) throws IOException {
      super(
          new FilterInputStream(packed) {
            @Override
            public int available() throws IOException {
              return file.getPos() < listedBytes ? 1 : super.available();
            }
          },
          BUFFER_BYTES);
      this.file = file;
      this.listedBytes = listedBytes;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
      int read = super.read(to, offset, length);
      if (read < 0 && file.getPos() < listedBytes) {
        throw new EOFException(
            "of %d bytes, those behind %d are gone, or not packed"
                .formatted(listedBytes, file.getPos()));
      }
      return read;
    }
  }

  /**
   * What was unpacked before a break is handed out before the break is met: a buffer that asks on
   * while more is available would lose it.
   */
  private static InputStream unpacked(InputStream unpacking) {
    return new BufferedInputStream(
        new FilterInputStream(unpacking) {
          @Override
          public int available() {
            return 0;
          }
        },
        BUFFER_BYTES);
  }

  boolean isPacked() {
    return packed;
  }

  /** Of a shorter file, zeros follow. */
  private static int firstBytes(InputStream file) throws IOException {
    file.mark(MAX_MAGIC);
    byte[] first = file.readNBytes(MAX_MAGIC);
    file.reset();
    requireKnown(HexFormat.of().formatHex(first));
    int magic = 0;
    for (int i = 0; i < Integer.BYTES; i++) {
      magic = magic << 8 | (i < first.length ? first[i] & 0xFF : 0);
    }
    return magic;
  }

  private static void requireKnown(String magic) throws IOException {
    String packing =
        magic.matches(BZIP2)
            ? "bzip2"
            : OTHERS.keySet().stream()
                .filter(name -> magic.startsWith(OTHERS.get(name)))
                .findFirst()
                .orElse("");
    if (!packing.isEmpty()) {
      throw new IOException(
          "it is packed with %s, and gzip and zstd are read; pack it anew".formatted(packing));
    }
  }

  /** Of the file as it lies there, some of them in buffers still. */
  long fileBytesRead() {
    try {
      return file.getPos();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
