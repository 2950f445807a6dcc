package io.tidemark.sink.plain;

import io.tidemark.process.Patience;
import io.tidemark.series.Amplification;
import io.tidemark.series.Copies;
import io.tidemark.sink.Capabilities;
import io.tidemark.sink.CapacityProbe;
import io.tidemark.sink.ClientOptions;
import io.tidemark.sink.OptionKey;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.TsdbSignals;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.WriteClient;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** A kind of database that shares nothing with HTTP: what the SPI asks must be possible for it. */
public final class PlainDatabase implements Tsdb {
  private static final OptionalDouble ABSENT = OptionalDouble.empty();

  @Override
  public String type() {
    return "plain";
  }

  @Override
  public List<OptionKey<?>> options() {
    return List.of();
  }

  @Override
  public URI defaultUrl() {
    return URI.create("plain://127.0.0.1:7");
  }

  @Override
  public List<String> schemes() {
    return List.of("plain");
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(Map.of(), true);
  }

  @Override
  public WireFormat format(TargetConfig target, Amplification amplification) {
    return new PlainFormat(new Copies(amplification, target.extraLabels()));
  }

  @Override
  public WriteClient client(TargetConfig target, ClientOptions options) {
    return new PlainClient(target.urls().get(0), options);
  }

  @Override
  public CapacityProbe probe(TargetConfig target) {
    return new Probe(target.urls().get(0));
  }

  private record Probe(URI url) implements CapacityProbe {
    @Override
    public TsdbSignals read() throws IOException {
      try (var connection = new PlainConnection(url, Patience.ofSeconds(5))) {
        return new TsdbSignals(List.of(node(connection.rows())), List.of());
      }
    }

    private TsdbNode node(long rows) {
      return TsdbNode.named(url.getAuthority(), TsdbNode.Role.SINGLE)
          .rows(new TsdbNode.Rows(OptionalDouble.of(rows), Map.of(), ABSENT, ABSENT))
          .build();
    }

    @Override
    public void close() {}
  }
}
