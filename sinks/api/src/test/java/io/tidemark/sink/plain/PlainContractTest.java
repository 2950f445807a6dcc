package io.tidemark.sink.plain;

import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.RealDatabase;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.TsdbContract;
import java.io.IOException;
import java.net.URL;
import java.util.List;
import java.util.Map;

class PlainContractTest extends TsdbContract {
  private static final int MAX_LABEL_BYTES = 1_000;

  @Override
  protected Tsdb tsdb() {
    return new PlainDatabase();
  }

  /** No other module's tests, which see these classes as well, may find this database. */
  @Override
  protected List<URL> services() {
    return List.of(getClass().getResource("/plain-database/"));
  }

  @Override
  protected RealDatabase start() throws IOException {
    return new Real(new PlainServer(Integer.MAX_VALUE));
  }

  @Override
  protected RealDatabase startRefusing() throws IOException {
    return new Real(new PlainServer(MAX_LABEL_BYTES));
  }

  @Override
  protected Sample refused() {
    return new Sample(Labels.of(Map.of("long", "x".repeat(MAX_LABEL_BYTES))), 1, 1);
  }

  private record Real(PlainServer server) implements RealDatabase {
    @Override
    public TargetConfig target() {
      return TargetConfig.of("plain", server.url());
    }

    @Override
    public List<Sample> stored() {
      return server.stored();
    }

    @Override
    public void settle() {}

    @Override
    public void kill() throws IOException {
      server.kill();
    }

    @Override
    public void startAgain() throws IOException {
      server.startAgain();
    }

    @Override
    public Runnable occupy() {
      server.busy(true);
      return () -> server.busy(false);
    }

    @Override
    public void close() {
      server.close();
    }
  }
}
