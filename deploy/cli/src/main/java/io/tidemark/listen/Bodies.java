package io.tidemark.listen;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Bounds the memory of all requests that are being read or wait to be written. A slow sender takes
 * only the memory of what it has sent so far. Thread-safe.
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

  /** The body of one request; {@link #close} gives its memory back. */
  final class Body implements AutoCloseable {
    private int taken;

    /** The body's bytes; null if {@link #refused} is set. */
    private byte[] bytes;

    /** The answer that says why the body was not read; null if it was. */
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
