package io.tidemark.job.file;

import com.github.luben.zstd.Zstd;
import io.tidemark.job.split.SourceRecord;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Set;

/**
 * A file with the records of a topic, byte by byte as they were, whatever they contain. The file is
 * compressed with zstd. Its uncompressed content is the eight bytes {@link #MAGIC}, then for each
 * record its timestamp (Unix milliseconds, eight bytes), the size of its value (four bytes, -1 for
 * a record without a value) and the value. Numbers are big-endian.
 *
 * <p>Records are compressed in frames, and a frame is either complete in the file or missing, so
 * all records that were {@linkplain #commit committed} can be read, however the process ends. The
 * file's name ends with {@code .part} until {@link #finish}, so a file without this suffix is
 * complete. Only its owner may read it, and no existing file is overwritten. Not thread-safe.
 */
public final class CaptureFile implements AutoCloseable {
  static final int NO_VALUE = -1;

  /** No text begins with the first byte; the last byte is the version. */
  private static final byte[] MAGIC = magic();

  /** Size of a frame before compression. */
  private static final int FRAME_BYTES = 1 << 20;

  private final Path file;
  private final Path part;
  private final FileChannel channel;
  private final ByteArrayOutputStream frame = new ByteArrayOutputStream(FRAME_BYTES);
  private final DataOutputStream out = new DataOutputStream(frame);

  /** Size of the complete frames in the file. */
  private long bytes;

  private CaptureFile(Path file, Path part, FileChannel channel) throws IOException {
    this.file = file;
    this.part = part;
    this.channel = channel;
    out.write(MAGIC);
  }

  private static byte[] magic() {
    byte[] magic = "?TIDEMK?".getBytes(StandardCharsets.US_ASCII);
    magic[0] = (byte) 0x89;
    magic[7] = 1;
    return magic;
  }

  /**
   * @throws java.nio.file.FileAlreadyExistsException if its {@link #part} exists already
   */
  public static CaptureFile create(Path file) throws IOException {
    Path part = part(file);
    FileChannel channel =
        FileChannel.open(
            part,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    return new CaptureFile(file, part, channel);
  }

  /** Returns the name that the file has until it is complete. */
  public static Path part(Path file) {
    return file.resolveSibling(file.getFileName() + ".part");
  }

  /** Adds a record, which stays in memory until the next commit. */
  public void add(SourceRecord record) throws IOException {
    byte[] value = record.value();
    out.writeLong(record.timestampMillis());
    out.writeInt(value == null ? NO_VALUE : value.length);
    if (value != null) {
      out.write(value);
    }
  }

  /** {@linkplain #commit Commits} if there are enough records for a frame. */
  public void commitFull() throws IOException {
    if (frame.size() >= FRAME_BYTES) {
      commit();
    }
  }

  /**
   * Writes the added records into the file as one frame. If that fails, for example on a full disk,
   * the file keeps what was committed before, and the added records are dropped.
   */
  public void commit() throws IOException {
    if (frame.size() == 0) {
      return;
    }
    ByteBuffer packed = ByteBuffer.wrap(Zstd.compress(frame.toByteArray()));
    frame.reset();
    try {
      while (packed.hasRemaining()) {
        channel.write(packed);
      }
      bytes += packed.limit();
    } catch (IOException e) {
      channel.truncate(bytes);
      throw e;
    }
  }

  /** Returns the size of the committed part of the file. */
  public long bytes() {
    return bytes;
  }

  /** Commits the rest and gives the file its final name. */
  public void finish() throws IOException {
    commit();
    channel.close();
    Files.move(part, file);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  /**
   * Tells whether a stream is that of a capture, and consumes its first bytes if it is. The stream
   * must support marks.
   */
  static boolean isOne(InputStream unpacked) throws IOException {
    unpacked.mark(MAGIC.length);
    boolean isOne = Arrays.equals(unpacked.readNBytes(MAGIC.length), MAGIC);
    if (!isOne) {
      unpacked.reset();
    }
    return isOne;
  }
}
