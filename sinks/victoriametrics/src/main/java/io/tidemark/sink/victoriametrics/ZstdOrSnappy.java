package io.tidemark.sink.victoriametrics;

import io.tidemark.sink.Payload;
import io.tidemark.sink.RequestTiming;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.WriteClient;
import io.tidemark.sink.WriteResult;
import io.tidemark.sink.remotewrite.RemoteWriteFormat;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends bodies in zstd; and in Snappy to a database that does not take it, as vmagent does: one
 * before 1.88, or something of Prometheus' own, answers 400 or 415. Once such a body was accepted
 * in Snappy all others go that way at once, at the cost of unpacking and packing each of them.
 * Thread-safe.
 */
final class ZstdOrSnappy implements WriteClient {
  private static final Logger LOG = LoggerFactory.getLogger(ZstdOrSnappy.class);
  private static final String ZSTD = "zstd";
  private static final Set<String> UNKNOWN_ENCODING = Set.of("HTTP 400", "HTTP 415");

  private final WriteClient client;
  private volatile boolean takesSnappyOnly;

  ZstdOrSnappy(WriteClient client) {
    this.client = client;
  }

  @Override
  public CompletableFuture<WriteResult> write(Payload payload) {
    if (!payload.encoding().equals(ZSTD)) {
      return client.write(payload);
    }
    if (takesSnappyOnly) {
      return client.write(RemoteWriteFormat.inSnappy(payload));
    }
    return client
        .write(payload)
        .thenCompose(
            answer ->
                isRefused(answer)
                    ? inSnappy(payload, answer)
                    : CompletableFuture.completedFuture(answer));
  }

  private static boolean isRefused(WriteResult answer) {
    return answer.outcome() == ResponseClass.REJECT && UNKNOWN_ENCODING.contains(answer.code());
  }

  /** What is refused in both is refused for what it holds. */
  private CompletableFuture<WriteResult> inSnappy(Payload payload, WriteResult inZstd) {
    return client
        .write(RemoteWriteFormat.inSnappy(payload))
        .thenApply(
            answer -> {
              if (answer.outcome() == ResponseClass.OK && !takesSnappyOnly) {
                takesSnappyOnly = true;
                LOG.warn(
                    "{} takes no zstd ({}): bodies are packed anew in Snappy; target.compression=snappy saves that",
                    answer.endpoint(),
                    inZstd.error());
              }
              return both(inZstd, answer);
            });
  }

  private static WriteResult both(WriteResult first, WriteResult second) {
    RequestTiming before = first.timing();
    RequestTiming after = second.timing();
    return new WriteResult(
        second.outcome(),
        second.code(),
        first.attempts() + second.attempts(),
        first.bytesSent() + second.bytesSent(),
        second.endpoint(),
        second.error(),
        second.retryAfterMillis(),
        new RequestTiming(
            before.connectNanos() + after.connectNanos(),
            before.sendNanos() + after.sendNanos(),
            before.answerNanos() + after.answerNanos()));
  }

  @Override
  public long cpuNanos() {
    return client.cpuNanos();
  }

  @Override
  public void close() {
    client.close();
  }
}
