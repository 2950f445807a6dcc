package io.tidemark.diagnose;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tidemark.job.config.ConfigException;
import io.tidemark.measure.Time;
import io.tidemark.process.RunException;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.http.PageReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StoredMetricsTest {
  private static final Instant FROM = Instant.ofEpochSecond(1_795_766_400);
  private static final List<String> NAMES = List.of("vm_a", "vm_b", "vm_c");

  private final List<String> asked = new ArrayList<>();
  private HttpServer server;
  private int status = 200;

  /** Answers that have {@link #status}; those after them are right. */
  private int failing = Integer.MAX_VALUE;

  /** A name that is refused, with others and alone. */
  private String refused = "none";

  /** Names that may be asked for at once; more are refused. */
  private int mostNames = 100;

  private String times = "{\"status\":\"success\",\"data\":{\"result\":[]}}";

  private String answer =
      """
      {"status":"success","data":{"resultType":"matrix","result":[
       {"metric":{"__name__":"vm_a","job":"vm","instance":"db:8428","type":"x\\"y"},
        "values":[[1795766400,"1"],[1795766415,"1"],[1795766430.5,"3e+09"]]},
       {"metric":{"__name__":"vm_b","namespace":"n","pod":"db-1","instance":"10.0.0.1:1"},
        "values":[[1795766400,"NaN"]]}]}}
      """;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/prometheus/api/v1/query_range", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String form =
        URLDecoder.decode(new String(exchange.getRequestBody().readAllBytes(), UTF_8), UTF_8);
    asked.add(form);
    int names = form.substring(0, form.indexOf('}')).split("\\|").length;
    int now = asked.size() > failing ? 200 : status;
    String right = form.contains("timestamp(") ? times : answer;
    byte[] body = (now == 200 ? right : "no\nsuch thing").getBytes(UTF_8);
    boolean tooMuch = names > mostNames || form.contains(refused);
    exchange.sendResponseHeaders(tooMuch ? 422 : now, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private StoredMetrics metrics(PageReader reader, String match) {
    URI url =
        URI.create("http://127.0.0.1:%d/prometheus/".formatted(server.getAddress().getPort()));
    return new StoredMetrics(reader, StoredMetrics.address(url), match, Time.REAL);
  }

  private PageReader reader() {
    return new PageReader(TargetConfig.of("remote-write", URI.create("http://127.0.0.1:1")));
  }

  @Test
  void makesPagesOfSeriesByWhoseTheyAre() {
    try (PageReader reader = reader()) {
      List<ProcessPage> pages =
          metrics(reader, "namespace=\"vm\"").read(NAMES, FROM, FROM.plusSeconds(60));

      assertThat(asked).hasSize(2);
      assertThat(asked.get(0))
          .startsWith(
              "query={__name__=~\"vm_a|vm_b|vm_c\",namespace=\"vm\"}&start=1795766400&end=1795766460&step=5s");
      assertThat(pages)
          .extracting(ProcessPage::process)
          .containsExactlyInAnyOrder("vm/db:8428", "n/db-1", "vm/db:8428");
      assertThat(pages.get(2).millis()).isEqualTo(1_795_766_430_500L);
      assertThat(new String(pages.get(2).read(), UTF_8))
          .isEqualTo("vm_a{instance=\"db:8428\",job=\"vm\",type=\"x\\\"y\"} 3e+09\n");
    }
  }

  /** What is asked for between two scrapes is as old as the last: its time counts. */
  @Test
  void aPageIsOfWhenItWasScraped() {
    times =
        """
        {"status":"success","data":{"resultType":"matrix","result":[
         {"metric":{"job":"vm","instance":"db:8428"},
          "values":[[1795766400,"1795766389.25"],[1795766415,"1795766404.25"],
           [1795766430.5,"1795766419.25"]]}]}}
        """;
    try (PageReader reader = reader()) {
      List<ProcessPage> pages = metrics(reader, "a=\"b\"").read(NAMES, FROM, FROM.plusSeconds(60));

      assertThat(asked.get(1))
          .contains("timestamp({__name__=\"process_start_time_seconds\",a=\"b\"})");
      assertThat(pages)
          .filteredOn(page -> page.process().equals("vm/db:8428"))
          .extracting(ProcessPage::millis)
          .containsExactly(1_795_766_389_250L, 1_795_766_419_250L);
    }
  }

  @Test
  void whatIsRefusedAsTooLargeIsAskedForInParts() {
    mostNames = 1;
    try (PageReader reader = reader()) {
      StoredMetrics metrics = metrics(reader, "");
      metrics.read(NAMES, FROM, FROM.plusSeconds(60));

      assertThat(asked).hasSize(6);
      assertThat(metrics.notes())
          .containsExactly("the server refused 2 queries as too large; they were made smaller");
    }
  }

  @Test
  void whatIsRefusedHoweverSmallIsSaid() {
    refused = "vm_a";
    try (PageReader reader = reader()) {
      StoredMetrics metrics = metrics(reader, "");

      metrics.read(List.of("vm_a", "vm_b"), FROM, FROM.plusSeconds(3600));
      assertThat(asked.size()).isLessThan(40);
      assertThat(metrics.notes())
          .anyMatch(each -> each.startsWith("could not be read") && each.endsWith(": vm_a"));
    }
  }

  @Test
  void whoRefusesEverythingIsNotAskedForEver() {
    mostNames = 0;
    try (PageReader reader = reader()) {
      assertThatThrownBy(() -> metrics(reader, "").read(NAMES, FROM, FROM.plusSeconds(3600)))
          .isInstanceOf(RunException.class)
          .hasMessageContaining("refuses everything: HTTP 422");
      assertThat(asked).hasSize(12);
    }
  }

  /** A breakdown on the way is no end: what is left is asked for. */
  @Test
  void whoFailsOnceIsAskedAgainForLess() {
    status = 500;
    failing = 1;
    try (PageReader reader = reader()) {
      StoredMetrics metrics = metrics(reader, "");
      assertThat(metrics.read(NAMES, FROM, FROM.plusSeconds(60))).isNotEmpty();
      assertThat(asked).hasSize(4);
    }
  }

  @Test
  void whoDoesNotAnswerIsSaid() {
    server.stop(0);
    try (PageReader reader = reader()) {
      assertThatThrownBy(() -> metrics(reader, "").read(NAMES, FROM, FROM.plusSeconds(60)))
          .isInstanceOf(RunException.class)
          .hasMessageEndingWith("does not answer");
    }
  }

  @Test
  void aQuestionThatIsNotTakenEndsIt() {
    status = 400;
    try (PageReader reader = reader()) {
      assertThatThrownBy(() -> metrics(reader, "a=").read(NAMES, FROM, FROM.plusSeconds(60)))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("HTTP 400: no such thing; check --metrics, --match");
      assertThat(asked).hasSize(1);
    }
  }

  @Test
  void whatIsNoAnswerIsSaid() {
    answer = "<html>";
    try (PageReader reader = reader()) {
      assertThatThrownBy(() -> metrics(reader, "").read(NAMES, FROM, FROM.plusSeconds(60)))
          .isInstanceOf(RunException.class)
          .hasMessageContaining("answers what is no answer of Prometheus' API");
    }
  }
}
