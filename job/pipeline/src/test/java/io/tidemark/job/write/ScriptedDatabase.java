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
import java.util.function.Function;

/** A database that answers as a test says, and takes the wire of one that throws away. */
public final class ScriptedDatabase implements Tsdb {
  private static volatile Function<Payload, CompletableFuture<WriteResult>> script;

  static void answers(Function<Payload, CompletableFuture<WriteResult>> answers) {
    script = answers;
  }

  static void answers(ResponseClass outcome) {
    answers(payload -> CompletableFuture.completedFuture(result(outcome)));
  }

  static WriteResult result(ResponseClass outcome) {
    return new WriteResult(
        outcome, "", 1, 1, "scripted", "", OptionalLong.empty(), new RequestTiming(0, 0, 0));
  }

  @Override
  public String type() {
    return "scripted";
  }

  @Override
  public List<OptionKey> options() {
    return List.of();
  }

  @Override
  public URI defaultUrl() {
    return URI.create("http://127.0.0.1");
  }

  @Override
  public List<String> schemes() {
    return List.of("http");
  }

  @Override
  public WireFormat format(TargetConfig target, Amplification amplification) {
    return Tsdb.byType("null", ScriptedDatabase.class.getClassLoader())
        .format(target, amplification);
  }

  @Override
  public WriteClient client(TargetConfig target, ClientOptions options) {
    return new WriteClient() {
      @Override
      public CompletableFuture<WriteResult> write(Payload payload) {
        return script.apply(payload);
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
  public CapacityProbe probe(TargetConfig target) {
    throw new IllegalStateException("nobody asks it");
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(Map.of(), false);
  }
}
