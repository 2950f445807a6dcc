package io.tidemark.listen;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Memory for the requests that are being read or wait. Whoever trickles takes no more of it than
 * what has come. Thread-safe.
 */
final class Bodies {
  private static final int CHUNK_BYTES = 64 << 10;

  private final Semaphore chunks;
  private final int maxBytes;
  private final Duration wait;

  Bodies(Bounds bounds) {
    chunks = new Semaphore(bounds.bodiesBytes() / CHUNK_BYTES, true);
    maxBytes = bounds.bodyBytes();
    wait = bounds.waitTime();
  }

  /** One body; {@link #close} gives its memory back. */
  final class Body implements AutoCloseable {
    private int taken;

    /** Unless it is {@link #NONE}. */
    private byte[] bytes;

    /** Null, or why there are no {@link #bytes}. */
    private Answer refused;

    Answer refused() {
      return refused;
    }

    byte[] bytes() {
      return bytes;
    }

    private void read(InputStream in) throws IOException, InterruptedException {
      var read = new ByteArrayOutputStream();
      while (true) {
        if (!chunks.tryAcquire(wait.toMillis(), TimeUnit.MILLISECONDS)) {
          refused = Answer.text(Answer.TOO_MANY, "too much is being received; come again");
          return;
        }
        taken++;
        byte[] chunk = in.readNBytes(CHUNK_BYTES);
        read.writeBytes(chunk);
        if (read.size() > maxBytes) {
          refused = tooLarge(read.size());
          return;
        }
        if (chunk.length < CHUNK_BYTES) {
          bytes = read.toByteArray();
          return;
        }
      }
    }

    @Override
    public void close() {
      chunks.release(taken);
    }
  }

  Body read(InputStream in) throws IOException, InterruptedException {
    var body = new Body();
    try {
      body.read(in);
      return body;
    } catch (IOException | InterruptedException | RuntimeException e) {
      body.close();
      throw e;
    }
  }

  Answer tooLarge(long bytes) {
    return Answer.text(
        Answer.TOO_LARGE,
        "request too large [bytes=%d, maxBytes=%d]; let the sender put less into each"
            .formatted(bytes, maxBytes));
  }
}
