package io.tidemark.sink.rocksdb;

import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.RealDatabase;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.TsdbContract;
import java.util.Map;

class RocksDbContractIT extends TsdbContract {
  private static final int MAX_LABEL_BYTES = 1_000;

  @Override
  protected Tsdb tsdb() {
    return new RocksDb();
  }

  @Override
  protected RealDatabase start() {
    return Installation.start();
  }

  @Override
  protected RealDatabase startRefusing() {
    return Installation.start("-max-label-bytes=" + MAX_LABEL_BYTES);
  }

  @Override
  protected Sample refused() {
    return new Sample(Labels.of(Map.of("long", "x".repeat(MAX_LABEL_BYTES))), 1, 1);
  }
}
