package io.tidemark.sink.ignite;

import io.tidemark.sink.TargetConfig;
import java.net.URI;
import java.time.Duration;
import java.util.ResourceBundle;
import java.util.concurrent.Executor;
import org.apache.ignite.client.IgniteClient;
import org.apache.ignite.client.RetryLimitPolicy;

/** Opens clients for the servers of a target. */
record Connector(String[] addresses) {
  static final String SCHEME = "ignite";
  static final int DEFAULT_PORT = 10800;

  /** Of several, those that were lost. */
  private static final Duration RECONNECT_WITHIN = Duration.ofSeconds(5);

  /** Says nothing: what matters of it comes as errors. */
  private static final System.Logger SILENT =
      new System.Logger() {
        @Override
        public String getName() {
          return "ignite";
        }

        @Override
        public boolean isLoggable(Level level) {
          return false;
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {}

        @Override
        public void log(Level level, ResourceBundle bundle, String format, Object... parameters) {}
      };

  static Connector of(TargetConfig target) {
    return new Connector(target.urls().stream().map(Connector::address).toArray(String[]::new));
  }

  private static String address(URI url) {
    return url.getHost() + ":" + (url.getPort() > 0 ? url.getPort() : DEFAULT_PORT);
  }

  String endpoint() {
    return String.join(",", addresses);
  }

  /**
   * Returns when it is connected to one of them.
   *
   * @param continuations runs what waits for its answers; must not block
   */
  IgniteClient open(Duration timeout, Executor continuations) {
    return IgniteClient.builder()
        .addresses(addresses)
        .connectTimeout(timeout.toMillis())
        .operationTimeout(timeout.toMillis())
        .asyncContinuationExecutor(continuations)
        // What fails is sent again by the writer, which counts it.
        .retryPolicy(new RetryLimitPolicy().retryLimit(1))
        // One server is connected to again when it is written to. The timer that this starts is the
        // JVM's: it never ends, and remembers the classes of who started it.
        .backgroundReconnectInterval(addresses.length > 1 ? RECONNECT_WITHIN.toMillis() : 0)
        .loggerFactory(name -> SILENT)
        .build();
  }
}
