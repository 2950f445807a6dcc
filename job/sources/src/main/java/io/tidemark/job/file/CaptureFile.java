package io.tidemark.job.file;

import com.github.luben.zstd.ZstdOutputStream;
import io.tidemark.job.split.SourceRecord;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;

/**
 * Records of a topic in a file, byte by byte as they were, whatever they hold; zstd. Unpacked: the
 * eight bytes {@link #MAGIC}, then for each record its timestamp (Unix milliseconds, eight bytes),
 * the size of its value (four bytes, -1 for a record without one) and the value; numbers with their
 * high byte first.
 *
 * <p>Until {@link #finish} it has {@code .part} behind its name: a file that has its own is whole.
 */
public final class CaptureFile implements AutoCloseable {
  static final int NO_VALUE = -1;

  /** The first byte is none of text; the last one is the version. */
  private static final byte[] MAGIC = magic();

  private final Path file;
  private final Path part;
  private final DataOutputStream out;

  private CaptureFile(Path file, Path part, DataOutputStream out) {
    this.file = file;
    this.part = part;
    this.out = out;
  }

  private static byte[] magic() {
    byte[] magic = "?TIDEMK?".getBytes(StandardCharsets.US_ASCII);
    magic[0] = (byte) 0x89;
    magic[7] = 1;
    return magic;
  }

  public static CaptureFile create(Path file) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    var zstd = new ZstdOutputStream(new BufferedOutputStream(Files.newOutputStream(part)));
    var out = new DataOutputStream(new BufferedOutputStream(zstd));
    out.write(MAGIC);
    return new CaptureFile(file, part, out);
  }

  public void add(SourceRecord record) throws IOException {
    out.writeLong(record.timestampMillis());
    byte[] value = record.value();
    out.writeInt(value == null ? NO_VALUE : value.length);
    if (value != null) {
      out.write(value);
    }
  }

  /** Gives the file its name: all records are in it. */
  public void finish() throws IOException {
    out.close();
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void close() throws IOException {
    out.close();
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
