package io.tidemark.sink.victoriametrics;

import io.tidemark.process.Patience;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.WriteClient;
import io.tidemark.sink.http.Targets;
import java.net.URI;

/** Configurations and clients of VictoriaMetrics, as the tests need them. */
final class Database {
  private Database() {}

  static TargetConfig target(String tenant, URI... urls) {
    return TargetConfig.of("victoriametrics", urls).withOption("tenant", tenant);
  }

  static WriteClient client(URI... urls) {
    return client("", urls);
  }

  static WriteClient client(String tenant, URI... urls) {
    return new VictoriaMetrics()
        .client(target(tenant, urls), Targets.options(Patience.ofSeconds(30)));
  }
}
