package io.tidemark.sink.prometheus;

import io.tidemark.series.Sample;
import io.tidemark.sink.Payload;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.WriteClient;
import io.tidemark.sink.WriteResult;
import io.tidemark.sink.http.PageReader;
import io.tidemark.sink.otlp.OtlpFormat;
import io.tidemark.sink.remotewrite.RemoteWriteFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells a sample that comes too late from one that is there already. A receiver that takes each
 * series in its order refuses both alike ("out of order"), and after a restart, a lost answer or a
 * batch of which it wrote a part, most are there. So what is refused as late is looked for by
 * remote read, beside the writes, and what is found with its value is as good as accepted. A batch
 * of which only some are there stays refused, and comes again in halves. Where there is no remote
 * read a refusal is what the receiver says. Thread-safe.
 */
final class StoredSamples implements WriteClient {
  private static final Logger LOG = LoggerFactory.getLogger(StoredSamples.class);

  /** What else lies at the time of a batch may be far more than the batch. */
  private static final int MAX_ANSWER_BYTES = 32 * 1024 * 1024;

  private final WriteClient client;
  private final TargetConfig target;
  private final Map<String, String> headers;
  private final boolean isOtlp;

  /** From a series' labels to what is stored of them. */
  private final UnaryOperator<Map<String, String>> stored;

  private PageReader reader;
  private volatile boolean cannotBeRead;

  StoredSamples(WriteClient client, TargetConfig target) {
    this.client = client;
    this.target = target;
    PrometheusOptions options = PrometheusOptions.of(target);
    this.headers = RemoteRead.headers(options);
    this.isOtlp = options.isOtlp();
    this.stored = isOtlp ? OtlpWrite::asStored : UnaryOperator.identity();
  }

  @Override
  public CompletableFuture<WriteResult> write(Payload payload) {
    return client
        .write(payload)
        .thenCompose(
            answer ->
                answer.outcome() == ResponseClass.REJECT
                        && Refusal.mayBeStored(answer.code())
                        && !cannotBeRead
                    ? lookedFor(payload, answer)
                    : CompletableFuture.completedFuture(answer));
  }

  private CompletableFuture<WriteResult> lookedFor(Payload payload, WriteResult refused) {
    List<Sample> samples =
        isOtlp
            ? OtlpFormat.samples(payload)
            : RemoteWriteFormat.decode(payload.body(), payload.encoding());
    return reader()
        .ask(
            Addresses.ofApi(target.urls().get(0), RemoteRead.PATH),
            headers,
            isOtlp ? RemoteRead.request(samples, OtlpWrite::isKept) : RemoteRead.request(samples),
            MAX_ANSWER_BYTES)
        .thenApply(reply -> meaning(reply, samples, refused));
  }

  private WriteResult meaning(PageReader.Reply reply, List<Sample> samples, WriteResult refused) {
    int status = reply.status();
    if (status == 200) {
      return !reply.cut() && RemoteRead.holds(reply.body(), samples, stored)
          ? refused.as(ResponseClass.ALREADY_STORED, "")
          : refused;
    }
    if (status == 0 || status == 429 || status / 100 == 5 && status != 501) {
      // Sent again, it is refused again, and looked for again.
      return refused.as(
          ResponseClass.RETRY,
          "%s; and remote read can't tell now whether it is stored [status=%d]"
              .formatted(refused.error(), status));
    }
    if (samples.size() > 1 && (status == 400 || status == 413 || status == 422)) {
      return refused; // Too much at once: a half of it is less.
    }
    cannotBeRead = true;
    LOG.warn(
        "{} has no remote read beside it (HTTP {}): what it refuses as late counts as refused, though some of it may be stored",
        refused.endpoint(),
        status);
    return refused;
  }

  private synchronized PageReader reader() {
    if (reader == null) {
      reader = new PageReader(target);
    }
    return reader;
  }

  @Override
  public long cpuNanos() {
    return client.cpuNanos();
  }

  @Override
  public void close() {
    client.close();
    synchronized (this) {
      if (reader != null) {
        reader.close();
      }
    }
  }
}
