package io.tidemark.sink.promql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tidemark.series.Labels;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.http.Address;
import io.tidemark.sink.query.Query;
import io.tidemark.sink.query.QueryClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PromQueriesTest {
  private static final QueryClient.Bounds BOUNDS =
      new QueryClient.Bounds(Duration.ofSeconds(20), 1_000);

  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
  private HttpServer server;
  private PromQueries client;
  private int status = 200;
  private String body = "{}";

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    client =
        new PromQueries(
            TargetConfig.of("any", url),
            List.of(
                (path, query) ->
                    Address.withoutQuery("queries.urls", url, own -> own + path)
                        .withQuery("key=hush&" + query)));
  }

  @AfterEach
  void stop() {
    client.close();
    server.stop(0);
  }

  @Test
  void asksForARangeOrForOnePoint() {
    ask(new Query("sum(rate(a[5m]))", 1_000, 61_500, 15_000));
    ask(new Query("up", 1_000, 61_500, 0));

    assertThat(requests)
        .containsExactly(
            "GET /api/v1/query_range?key=hush&query=sum%28rate%28a%5B5m%5D%29%29&start=1.000&end=61.500&step=15.000",
            "GET /api/v1/query?key=hush&query=up&time=61.500");
  }

  @Test
  void countsTheBytesOfAnAnswer() {
    body = "x".repeat(900);

    assertThat(ask(new Query("up", 0, 1, 0))).isEqualTo(new QueryClient.Answer(900, ""));
  }

  @Test
  void anAnswerBeyondItsBoundIsAFailure() {
    body = "x".repeat(5_000);

    QueryClient.Answer answer = ask(new Query("up", 0, 1, 0));

    assertThat(answer.failure()).contains("longer than queries.answer-bytes=1000");
    assertThat(answer.bytes()).isLessThan(5_000);
  }

  @Test
  void aRefusalIsAFailureWithoutTheKeyOfItsAddress() {
    status = 422;
    body = "can't parse, sent with key=hush&query=up&time=0.001";

    assertThat(ask(new Query("up", 0, 1, 0)).failure())
        .startsWith("HTTP 422: can't parse")
        .doesNotContain("hush");
  }

  @Test
  void nothingThatListensIsAFailureToo() {
    server.stop(0);

    assertThat(ask(new Query("up", 0, 1, 0)).failed()).isTrue();
  }

  @Test
  void readsTheListOfWhatTookTheDatabaseMostTime() throws IOException {
    body =
        """
        {"topN":"3","topByCount":[{"query":"no","count":1}],"topBySumDuration":[\
        {"accountID":0,"query":"sum(rate(a{b=\\"c\\"}[5m])) \\u003e 1","sumDurationSeconds":3},\
        {"query":"up","sumDurationSeconds":1}],"topByAvgMemoryUsage":[{"query":"neither"}]}""";

    assertThat(client.top(5)).containsExactly("sum(rate(a{b=\"c\"}[5m])) > 1", "up");
    assertThat(client.top(1)).hasSize(1);
  }

  @Test
  void saysThatADatabaseKeepsNoSuchList() {
    body = "{\"status\":\"error\"}";

    assertThatThrownBy(() -> client.top(5))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("keeps no list of its queries");
  }

  @Test
  void readsTheSamplesOfASeriesAsTheyWereWritten() {
    body =
        """
        {"status":"success","data":{"resultType":"matrix","result":[{"metric":{"__name__":"a"},\
        "values":[[1.5,"17"],[1700000000,"18"],[1.7e9, "-0.5"]]}]}}""";

    assertThat(stored()).containsExactly(17, 18, -0.5);
    // Half a second and both its ends, of {__name__="a",b="\\\"\n"}, past what is kept of answers.
    assertThat(requests)
        .containsExactly(
            "GET /api/v1/query?key=hush&query=%7B__name__%3D%22a%22%2Cb%3D%22%5C%5C%5C%22%5Cn%22%7D"
                + "%5B501ms%5D&time=1.500&nocache=1");
  }

  @Test
  void aSeriesWithoutSamplesOrAnswerHasNone() {
    body = "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[]}}";
    assertThat(stored()).isEmpty();

    status = 503;
    body = "[1,\"2\"]";
    assertThat(stored()).isEmpty();

    server.stop(0);
    assertThat(stored()).isEmpty();
  }

  private double[] stored() {
    return client
        .stored(Labels.of(Map.of("__name__", "a", "b", "\\\"\n")))
        .orElseThrow()
        .values(1_000, 1_500, BOUNDS)
        .join();
  }

  private QueryClient.Answer ask(Query query) {
    return client.ask(query, BOUNDS).join();
  }

  private void answer(HttpExchange exchange) throws IOException {
    requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    try (var out = exchange.getResponseBody()) {
      out.write(bytes);
    } catch (IOException e) {
      // It was cut on purpose.
    }
  }
}
