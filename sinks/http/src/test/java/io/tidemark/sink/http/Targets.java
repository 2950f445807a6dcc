package io.tidemark.sink.http;

import io.tidemark.process.Patience;
import io.tidemark.sink.ClientOptions;
import io.tidemark.sink.Payload;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.WriteClient;
import io.tidemark.sink.WriteResult;
import java.net.URI;
import java.time.Duration;
import java.util.Map;

/** Configurations, payloads and a client of a plain database, as the tests need them. */
public final class Targets {
  private static final HttpWriteClient.Protocol PLAIN =
      new HttpWriteClient.Protocol(
          Targets::address,
          Map.of("plain", Map.of("Content-Type", "text/plain")),
          StatusTable.HTTP);

  private Targets() {}

  static TargetConfig of(URI... urls) {
    return TargetConfig.of("plain", urls);
  }

  public static TargetConfig.Auth bearerFile(String path) {
    return new TargetConfig.Auth("", "", "", "", path);
  }

  public static ClientOptions options(Duration timeout) {
    return new ClientOptions(16, timeout, "test-writer");
  }

  static Address address(URI url) {
    return Address.of("target.urls", url, path -> path + "/write");
  }

  static HttpWriteClient client(TargetConfig target, Duration timeout) {
    return new HttpWriteClient(target, options(timeout), PLAIN);
  }

  static HttpWriteClient client(URI... urls) {
    return client(of(urls), Patience.ofSeconds(20));
  }

  static Payload payload(int bytes) {
    return payload(bytes, "plain");
  }

  public static Payload payload(int bytes, String encoding) {
    byte[] body = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      body[i] = (byte) (i * 31);
    }
    return new Payload(body, encoding, 1, bytes);
  }

  /** Waits for the answer of one small write. */
  static WriteResult write(WriteClient client) throws Exception {
    return Patience.get(client.write(payload(100)));
  }
}
