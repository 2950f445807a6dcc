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
 * Records of a topic in a file, byte by byte as they were, whatever they hold; zstd. Unpacked: the
 * eight bytes {@link #MAGIC}, then for each record its timestamp (Unix milliseconds, eight bytes),
 * the size of its value (four bytes, -1 for a record without one) and the value; numbers with their
 * high byte first.
 *
 * <p>Records are packed by the frame, and a frame is in the file whole or not at all: what was
 * {@linkplain #commit committed} can be read however the process ends. Until {@link #finish} the
 * file has {@code .part} behind its name: one that has its own is whole. Its owner alone may read
 * it, and no file is written over. Not thread-safe.
 */
public final class CaptureFile implements AutoCloseable {
  static final int NO_VALUE = -1;

  /** The first byte is none of text; the last one is the version. */
  private static final byte[] MAGIC = magic();

  /** Of records, before they are packed. */
  private static final int FRAME_BYTES = 1 << 20;

  private final Path file;
  private final Path part;
  private final FileChannel channel;
  private final ByteArrayOutputStream frame = new ByteArrayOutputStream(FRAME_BYTES);
  private final DataOutputStream out = new DataOutputStream(frame);

  /** How much of the file is whole frames. */
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
   * @throws java.nio.file.FileAlreadyExistsException if its {@link #part} is there
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

  /** What the file is named until it is whole. */
  public static Path part(Path file) {
    return file.resolveSibling(file.getFileName() + ".part");
  }

  /** Keeps it in memory until the next commit. */
  public void add(SourceRecord record) throws IOException {
    byte[] value = record.value();
    out.writeLong(record.timestampMillis());
    out.writeInt(value == null ? NO_VALUE : value.length);
    if (value != null) {
      out.write(value);
    }
  }

  /** {@linkplain #commit Commits} if what was added is enough for a frame of its own. */
  public void commitFull() throws IOException {
    if (frame.size() >= FRAME_BYTES) {
      commit();
    }
  }

  /**
   * Puts what was added into the file, as one frame. If that fails, as on a full disk, the file
   * holds what was committed before, and what was added since is dropped.
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

  /** Of the file, as far as it is committed. */
  public long bytes() {
    return bytes;
  }

  /** Gives the file its name: all records are in it. */
  public void finish() throws IOException {
    commit();
    channel.close();
    Files.move(part, file);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  /** Takes the first bytes of what can be marked if they are a capture's, else none. */
  static boolean isOne(InputStream unpacked) throws IOException {
    unpacked.mark(MAGIC.length);
    boolean isOne = Arrays.equals(unpacked.readNBytes(MAGIC.length), MAGIC);
    if (!isOne) {
      unpacked.reset();
    }
    return isOne;
  }
}
