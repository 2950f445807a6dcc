package io.tidemark.sink.ignite;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.Patience;
import io.tidemark.series.Amplification;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.Sample;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.ClientOptions;
import io.tidemark.sink.NullTarget;
import io.tidemark.sink.Payload;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.TargetConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ignite's own client takes it for a server. */
class NullServerIT {
  private static final Ignite3 IGNITE = new Ignite3();
  private static final int SERIES = 100;

  private static NullTarget server;

  @BeforeAll
  static void start() {
    server = IGNITE.startNullTarget().orElseThrow();
  }

  @AfterAll
  static void end() {
    server.close();
  }

  private static TargetConfig target() {
    return TargetConfig.of("ignite").withUrls(List.of(server.url()));
  }

  /** A megabyte, so that rows of a kilobyte are requests of several reads. */
  private static Payload payload(TargetConfig target, int minute) {
    var one = new Amplification(1, 1, 60_000, "instance", ValueMode.REPEAT, Layout.SERIES);
    return IGNITE
        .format(target, one)
        .encode(
            IntStream.range(0, 1_000)
                .mapToObj(
                    i ->
                        new Sample(
                            Labels.of(Map.of("__name__", "nothing", "host", "h" + i % SERIES)),
                            1_700_000_000_000L + minute * 60_000L + i / SERIES,
                            i))
                .toList());
  }

  private static void writes(TargetConfig target) throws Exception {
    var options = new ClientOptions(4, Patience.ofSeconds(90), "nothing");
    try (var client = IGNITE.client(target, options)) {
      var all = IntStream.range(0, 20).mapToObj(i -> client.write(payload(target, i))).toList();
      for (var each : all) {
        var result = Patience.get(each, Duration.ofMinutes(2));
        assertThat(result.outcome()).as("%s", result).isEqualTo(ResponseClass.OK);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "upsert, record, 0",
    "upsert, key-value, 1024",
    "stream, record, 1024",
    "stream, key-value, 0"
  })
  void takesWhatEachWayOfWritingSends(String write, String view, String payloadBytes)
      throws Exception {
    writes(
        target()
            .withOption("write", write)
            .withOption("view", view)
            .withOption("page-size", "100")
            .withOption("payload-bytes", payloadBytes));
  }

  @Test
  void makesTablesOfAnyName() throws Exception {
    writes(target().withOption("create-tables", "true").withOption("table", "a_series"));
    writes(target().withOption("table", "p".repeat(50)));
  }
}
