package io.tidemark.sink.victoriametrics;

import io.tidemark.sink.ClientOptions;
import io.tidemark.sink.Payload;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.WriteResult;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Configurations and payloads as the tests need them. */
final class Targets {
  static final TargetConfig.Auth NO_AUTH = new TargetConfig.Auth("", "", "", "", "");
  static final TargetConfig.Tls SYSTEM_TRUST = new TargetConfig.Tls("");

  private Targets() {}

  static TargetConfig of(URI... urls) {
    return of(NO_AUTH, SYSTEM_TRUST, urls);
  }

  static TargetConfig of(TargetConfig.Auth auth, TargetConfig.Tls tls, URI... urls) {
    return new TargetConfig(
        "victoriametrics",
        List.of(urls),
        "",
        Map.of(),
        TargetConfig.Compression.SNAPPY,
        List.of(),
        auth,
        tls);
  }

  static TargetConfig withTenant(String tenant, URI url) {
    return new TargetConfig(
        "victoriametrics",
        List.of(url),
        tenant,
        Map.of(),
        TargetConfig.Compression.SNAPPY,
        List.of(),
        NO_AUTH,
        SYSTEM_TRUST);
  }

  static TargetConfig.Auth bearerFile(String path) {
    return new TargetConfig.Auth("", "", "", "", path);
  }

  static ClientOptions options(Duration timeout) {
    return new ClientOptions(16, timeout, "test-writer");
  }

  static HttpWriteClient client(URI... urls) {
    return new HttpWriteClient(of(urls), options(Duration.ofSeconds(20)));
  }

  static Payload payload(int bytes) {
    byte[] body = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      body[i] = (byte) (i * 31);
    }
    return new Payload(body, "snappy", 1, bytes);
  }

  /** Waits for the answer of one small write. */
  static WriteResult write(HttpWriteClient client) throws Exception {
    return client.write(payload(100)).get(30, TimeUnit.SECONDS);
  }
}
