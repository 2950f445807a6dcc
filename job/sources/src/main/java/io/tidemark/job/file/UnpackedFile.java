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
 * The bytes of a file, decompressed if its first bytes are those of gzip or zstd, whatever its
 * name. Consecutive gzip members or zstd frames are read as one stream. A file that is truncated,
 * compressed in another way, no regular file, or shorter than when it was listed, is an error.
 * Supports marks.
 */
final class UnpackedFile extends FilterInputStream {
  private static final int BUFFER_BYTES = 64 * 1024;
  private static final int GZIP = 0x1F8B;
  private static final int ZSTD = 0x28B52FFD;

  /**
   * The beginning of a skippable frame, with which files of pzstd begin; the low half of its first
   * byte varies.
   */
  private static final int SKIPPABLE = 0x502A4D18;

  private static final int SKIPPABLE_MASK = 0xF0FFFFFF;

  /** First bytes of formats that are not read; no text begins with them. */
  private static final Map<String, String> OTHERS =
      Map.of(
          "xz", "fd377a585a00",
          "7z", "377abcaf271c",
          "zip", "504b0304",
          "lz4", "04224d18",
          "snappy", "ff060000734e61507059");

  /** The first bytes of bzip2, with a digit for the size of its blocks. */
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
   * @throws NotGiven if the file system fails; any other exception means that the file is broken or
   *     missing
   */
  static UnpackedFile open(Path path) throws IOException {
    return open(path, 0);
  }

  /**
   * @param listedBytes size of the file when it was listed; it may have grown since
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

  /** Opens an uncompressed file at an offset. */
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

  /**
   * Thrown if the file system fails, which another attempt may not, whatever the file's content is.
   */
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

  /** The bytes of the file on disk. */
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

    /** Refuses the end of a file that has been shortened, because its last line may be cut. */
    private int whole(int read) throws IOException {
      if (read < 0 && file.getPos() < listedBytes) {
        throw new EOFException(
            "it had %d bytes when the job began, now %d".formatted(listedBytes, file.getPos()));
      }
      return read;
    }
  }

  /**
   * Reads the members of a gzip file. {@link GZIPInputStream} takes a member for the last one if
   * nothing is available after it, and some file systems never know what is available.
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
   * Delivers all bytes that were decompressed before a break, and only then fails. Otherwise a
   * buffer that keeps reading while more is available would lose those bytes.
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

  /** Returns the first four bytes as a number; those that a shorter file lacks are zeros. */
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

  /** Returns how many bytes of the file on disk were read; some of them may still be buffered. */
  long fileBytesRead() {
    try {
      return file.getPos();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
