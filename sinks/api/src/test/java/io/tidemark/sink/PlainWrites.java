package io.tidemark.sink;

import io.tidemark.process.Patience;
import io.tidemark.series.Amplification;
import io.tidemark.series.Layout;
import io.tidemark.series.Sample;
import io.tidemark.series.ValueMode;
import java.time.Duration;
import java.util.List;

/** Writes samples as they are, without copies, and waits for the answer. */
public record PlainWrites(Tsdb tsdb, Duration timeout) {
  private static final Amplification ONCE =
      new Amplification(1, 1, 60_000, "instance", ValueMode.REPEAT, Layout.TIME);
  private static final int IN_FLIGHT = 4;

  public PlainWrites(Tsdb tsdb) {
    this(tsdb, Patience.ofSeconds(20));
  }

  public WriteClient client(TargetConfig target) {
    return tsdb.client(target, new ClientOptions(IN_FLIGHT, timeout, "test"));
  }

  public WireFormat format(TargetConfig target) {
    return tsdb.format(target, ONCE);
  }

  /** Writes over connections that are closed then. */
  public WriteResult write(TargetConfig target, List<Sample> samples) throws Exception {
    try (var client = client(target)) {
      return write(client, format(target).encode(samples));
    }
  }

  public static WriteResult write(WriteClient client, Payload payload) throws Exception {
    return Patience.get(client.write(payload));
  }
}
