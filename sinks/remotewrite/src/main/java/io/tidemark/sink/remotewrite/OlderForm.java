package io.tidemark.sink.remotewrite;

import io.tidemark.sink.Payload;
import io.tidemark.sink.RequestTiming;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.WriteClient;
import io.tidemark.sink.WriteResult;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends payloads as they are, and in an older form to a server that refuses them. Once a payload
 * was accepted in the older form, all others are sent in it at once, at the cost of unpacking and
 * packing each of them. Thread-safe.
 */
public final class OlderForm implements WriteClient {
  private static final Logger LOG = LoggerFactory.getLogger(OlderForm.class);

  private final WriteClient client;
  private final Form form;
  private volatile boolean takesOlderOnly;

  /**
   * @param isNewer tells whether a payload has an older form
   * @param isUnknown tells whether an answer may be that of a server that does not know the newer
   *     form
   * @param older returns a payload in the older form
   * @param advice what the log says then, after the server's address and answer
   */
  public record Form(
      Predicate<Payload> isNewer,
      Predicate<WriteResult> isUnknown,
      UnaryOperator<Payload> older,
      String advice) {}

  public OlderForm(WriteClient client, Form form) {
    this.client = client;
    this.form = form;
  }

  @Override
  public CompletableFuture<WriteResult> write(Payload payload) {
    if (!form.isNewer().test(payload)) {
      return client.write(payload);
    }
    if (takesOlderOnly) {
      return client.write(form.older().apply(payload));
    }
    return client
        .write(payload)
        .thenCompose(
            answer ->
                answer.outcome() == ResponseClass.REJECT && form.isUnknown().test(answer)
                    ? inOlder(payload, answer)
                    : CompletableFuture.completedFuture(answer));
  }

  /** Sends the payload again in the older form. If both are refused, its content is the reason. */
  private CompletableFuture<WriteResult> inOlder(Payload payload, WriteResult inNewer) {
    return client
        .write(form.older().apply(payload))
        .thenApply(
            answer -> {
              if (answer.outcome() == ResponseClass.OK && !takesOlderOnly) {
                takesOlderOnly = true;
                LOG.warn("{} ({}): {}", answer.endpoint(), inNewer.error(), form.advice());
              }
              return both(inNewer, answer);
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
