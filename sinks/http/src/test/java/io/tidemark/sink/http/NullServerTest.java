package io.tidemark.sink.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;

class NullServerTest {
  @Test
  void acceptsAndCountsBodiesOfAnySize() throws Exception {
    try (var server = new NullServer(0)) {
      var uri = URI.create("http://127.0.0.1:" + server.port() + "/write");
      var client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
      for (int bytes : new int[] {0, 1, 5_000_000}) {
        var request =
            HttpRequest.newBuilder(uri).POST(BodyPublishers.ofByteArray(new byte[bytes])).build();
        assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(204);
      }
      var counts = client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
      assertThat(counts.body()).isEqualTo("requests 3\nbody_bytes 5000001\n");
    }
  }
}
