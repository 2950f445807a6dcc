package io.tidemark.listen;

import io.tidemark.console.ProgressBar;
import io.tidemark.console.StatusLine;
import io.tidemark.measure.Amounts;
import io.tidemark.process.Poll;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.function.BooleanSupplier;

/**
 * Lets a {@link Receiver} listen until the time is over, or something ends it.
 *
 * @param most the time; the user may end it sooner
 * @param stop tells whether the user wants it to end; called often
 */
public record Listening(Receiver receiver, StatusLine status, Duration most, BooleanSupplier stop) {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

  /** Listens, and returns when the file is complete. */
  public ListenResult into(Path file, boolean anonymised) throws IOException {
    InetSocketAddress address = receiver.address();
    String host = address.getAddress().getHostAddress();
    String listens = (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    status.note(
        "listens on %s: /api/v1/write (remote write 1 and 2), /v1/metrics (OTLP), for %s; Ctrl-C ends it"
            .formatted(listens, Amounts.clock(most)));
    long startNanos = System.nanoTime();
    Duration elapsed = Duration.ZERO;
    while (elapsed.compareTo(most) < 0 && !stop.getAsBoolean() && receiver.ended().isEmpty()) {
      Poll.pause(LOOK_AGAIN);
      elapsed = Duration.ofNanos(System.nanoTime() - startNanos);
      show(elapsed);
    }
    status.ended();
    ListenResult.Counts counts = receiver.finish();
    if (counts.requests() == 0) {
      status.warn("nothing came: look at the sender's log, and whether it sends to " + listens);
    }
    String ended =
        receiver
            .ended()
            .map(why -> why.name().toLowerCase(Locale.ROOT).replace('_', '-'))
            .orElse(stop.getAsBoolean() ? "interrupted" : "time");
    return new ListenResult(
        listens,
        file.toString(),
        "remote-write",
        anonymised,
        elapsed.toMillis() / 1e3,
        ended,
        counts);
  }

  private void show(Duration elapsed) {
    double share = (double) elapsed.toMillis() / most.toMillis();
    ListenResult.Counts counts = receiver.counts();
    status.show(
        elapsed,
        ProgressBar.of(share),
        "%s  %s samples of %s series, %s%s"
            .formatted(
                Amounts.clock(elapsed),
                Amounts.count(counts.samplesWritten()),
                Amounts.count(counts.series()),
                Amounts.bytes(counts.fileBytes()),
                ProgressBar.left(elapsed, share)));
  }
}
