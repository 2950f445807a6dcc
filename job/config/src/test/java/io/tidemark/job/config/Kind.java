package io.tidemark.job.config;

import io.tidemark.series.Amplification;
import io.tidemark.sink.Capabilities;
import io.tidemark.sink.CapacityProbe;
import io.tidemark.sink.ClientOptions;
import io.tidemark.sink.OptionKey;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.WriteClient;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** A kind of database of which only its keys matter. */
record Kind(String type, List<OptionKey<?>> options) implements Tsdb {
  Kind(String type, String key) {
    this(type, List.of(OptionKey.text(key, "", "")));
  }

  @Override
  public OptionalInt batchSamples() {
    return OptionalInt.of(500);
  }

  @Override
  public URI defaultUrl() {
    return URI.create("own://127.0.0.1");
  }

  @Override
  public List<String> schemes() {
    return List.of();
  }

  @Override
  public WireFormat format(TargetConfig target, Amplification amplification) {
    throw new UnsupportedOperationException();
  }

  @Override
  public WriteClient client(TargetConfig target, ClientOptions options) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CapacityProbe probe(TargetConfig target) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(Map.of(), false);
  }
}
