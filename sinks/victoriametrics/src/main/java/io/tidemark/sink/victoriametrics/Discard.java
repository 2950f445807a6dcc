package io.tidemark.sink.victoriametrics;

import io.tidemark.series.Amplification;
import io.tidemark.series.SampleLimits;
import io.tidemark.sink.Capabilities;
import io.tidemark.sink.CapacityProbe;
import io.tidemark.sink.ClientOptions;
import io.tidemark.sink.OptionKey;
import io.tidemark.sink.Payload;
import io.tidemark.sink.RequestTiming;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.TsdbSignals;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.WriteClient;
import io.tidemark.sink.WriteResult;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;

/**
 * A target ({@code target.type: "null"}) that encodes as for VictoriaMetrics and accepts at once,
 * without I/O. It shows what the job can do alone.
 */
public final class Discard implements Tsdb {
  private final Tsdb like = new VictoriaMetrics();

  @Override
  public String type() {
    return "null";
  }

  @Override
  public boolean stores() {
    return false;
  }

  /** The options are those of the database that it encodes for. */
  @Override
  public List<OptionKey<?>> options() {
    return like.options();
  }

  @Override
  public URI defaultUrl() {
    return like.defaultUrl();
  }

  @Override
  public List<String> schemes() {
    return like.schemes();
  }

  @Override
  public Map<String, String> problems(SortedMap<String, String> options) {
    return like.problems(options);
  }

  @Override
  public WireFormat format(TargetConfig target, Amplification amplification) {
    return like.format(target, amplification);
  }

  @Override
  public WriteClient client(TargetConfig target, ClientOptions options) {
    return new Client();
  }

  @Override
  public CapacityProbe probe(TargetConfig target) {
    return new Probe();
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(Map.of(), false);
  }

  @Override
  public SampleLimits limits() {
    return like.limits();
  }

  private record Client() implements WriteClient {
    private static final RequestTiming NO_TIME = new RequestTiming(0, 0, 0);

    @Override
    public CompletableFuture<WriteResult> write(Payload payload) {
      return CompletableFuture.completedFuture(
          new WriteResult(
              ResponseClass.OK,
              "",
              1,
              payload.body().length,
              "null",
              "",
              OptionalLong.empty(),
              NO_TIME));
    }

    @Override
    public long cpuNanos() {
      return 0;
    }

    @Override
    public void close() {}
  }

  private record Probe() implements CapacityProbe {
    @Override
    public TsdbSignals read() {
      return TsdbSignals.NONE;
    }

    @Override
    public void close() {}
  }
}
