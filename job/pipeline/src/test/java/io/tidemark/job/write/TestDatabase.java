package io.tidemark.job.write;

import io.tidemark.series.Amplification;
import io.tidemark.sink.Capabilities;
import io.tidemark.sink.CapacityProbe;
import io.tidemark.sink.ClientOptions;
import io.tidemark.sink.OptionKey;
import io.tidemark.sink.Payload;
import io.tidemark.sink.RequestTiming;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.WriteClient;
import io.tidemark.sink.WriteResult;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/** A database in memory, which takes the wire of the one that throws away. */
abstract class TestDatabase implements Tsdb {
  private final String type;
  private final boolean ordered;

  /**
   * @param ordered whether it takes the samples of a series in their order only
   */
  TestDatabase(String type, boolean ordered) {
    this.type = type;
    this.ordered = ordered;
  }

  abstract CompletableFuture<WriteResult> answer(Payload payload);

  static WriteResult result(ResponseClass outcome) {
    return new WriteResult(
        outcome, "", 1, 1, "test", "", OptionalLong.empty(), new RequestTiming(0, 0, 0));
  }

  @Override
  public final String type() {
    return type;
  }

  @Override
  public final List<OptionKey<?>> options() {
    return List.of();
  }

  @Override
  public final URI defaultUrl() {
    return URI.create("http://127.0.0.1");
  }

  @Override
  public final List<String> schemes() {
    return List.of("http");
  }

  @Override
  public final WireFormat format(TargetConfig target, Amplification amplification) {
    return Tsdb.byType("null", TestDatabase.class.getClassLoader()).format(target, amplification);
  }

  @Override
  public final WriteClient client(TargetConfig target, ClientOptions options) {
    return new WriteClient() {
      @Override
      public CompletableFuture<WriteResult> write(Payload payload) {
        return answer(payload);
      }

      @Override
      public long cpuNanos() {
        return 0;
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public final CapacityProbe probe(TargetConfig target) {
    throw new IllegalStateException("nobody asks it");
  }

  @Override
  public final Capabilities capabilities() {
    return new Capabilities(Map.of(), ordered);
  }
}
