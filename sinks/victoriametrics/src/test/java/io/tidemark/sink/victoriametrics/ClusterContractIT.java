package io.tidemark.sink.victoriametrics;

import io.tidemark.process.Loopback;
import io.tidemark.sink.RealDatabase;
import io.tidemark.sink.http.RealProgram;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A cluster: written to as a tenant through two vminserts, and read through a vmselect. */
class ClusterContractIT extends VictoriaMetricsContract {
  private static final String TENANT = "7:3";

  @Override
  RealDatabase start(List<String> flags) {
    Path binaries =
        Path.of(part("TIDEMARK_TEST_VICTORIA_METRICS_CLUSTER", "a cluster of VictoriaMetrics"));
    String forInserts = "127.0.0.1:" + Loopback.freePort();
    String forSelects = "127.0.0.1:" + Loopback.freePort();
    RealProgram storage =
        program(
            binaries.resolve("vmstorage").toString(),
            List.of(
                "-retentionPeriod=1y",
                "-storageDataPath=" + folder.resolve("data"),
                "-vminsertAddr=" + forInserts,
                "-vmselectAddr=" + forSelects));
    var inserts = new ArrayList<RealProgram>();
    for (int i = 0; i < 2; i++) {
      var all = new ArrayList<>(flags);
      all.add("-storageNode=" + forInserts);
      inserts.add(program(binaries.resolve("vminsert").toString(), all));
    }
    RealProgram select =
        program(binaries.resolve("vmselect").toString(), List.of("-storageNode=" + forSelects));
    var pages = new ArrayList<>(inserts.stream().map(RealProgram::url).toList());
    pages.add(storage.url());
    return new Installation(
        Installation.target(TENANT, inserts, pages),
        inserts,
        storage,
        select,
        "/select/" + TENANT + "/prometheus/api/v1/export",
        INSERT_SLOTS);
  }

  @Override
  boolean surelyTakesZstd() {
    return true;
  }
}
