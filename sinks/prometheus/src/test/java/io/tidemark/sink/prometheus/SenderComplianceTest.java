package io.tidemark.sink.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.process.Patience;
import io.tidemark.series.Amplification;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.ClientOptions;
import io.tidemark.sink.Payload;
import io.tidemark.sink.PayloadBuilder;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.WriteResult;
import io.tidemark.sink.http.ScriptedAnswer;
import io.tidemark.sink.http.ScriptedServer;
import io.tidemark.sink.prometheus.ReceivedRequest.Series;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the specifications of remote write 1.0 and 2.0 want of a sender, and the suite
 * prometheus/compliance looks at, as far as a source of samples with labels has it: no metadata, no
 * exemplars, no histograms, no start timestamps. Case by case against a receiver of the test. That
 * the job sends again what a client calls passing, later each time, holds {@code DeliveryTest}.
 */
class SenderComplianceTest {
  private static final long START = 1_750_000_000_000L;
  private static final long STALE = 0x7ff0000000000002L;
  private static final int SERIES = 4;
  private static final int M = 3;
  private static final int SAMPLES = 2 * SERIES * M;

  /** One for each of the source's samples. */
  private static final double[] VALUES = {
    Double.longBitsToDouble(STALE),
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    0,
    -0.0,
    -1.5,
    0.1 + 0.2,
    Double.MIN_VALUE
  };

  /**
   * @param version of the message that the sender begins with
   * @param code under which a refusal is counted; of OK none
   * @param requests that the receiver gets for one write, those that look for what is stored
   * @param deviates why it is not as the specification wants it; "" where it is
   */
  record Answer(
      String name,
      String level,
      int version,
      int status,
      List<String> headers,
      String body,
      ResponseClass outcome,
      String code,
      long retryAfterMillis,
      int requests,
      String deviates) {
    @Override
    public String toString() {
      return "v%d %s: %s".formatted(version, level, name);
    }
  }

  static Stream<Answer> answers() throws IOException {
    try (InputStream table = SenderComplianceTest.class.getResourceAsStream("answers.json")) {
      return Arrays.stream(new ObjectMapper().readValue(table, Answer[].class));
    }
  }

  @ParameterizedTest
  @MethodSource("answers")
  void doesWithAnAnswerWhatTheSpecificationSays(Answer answer) throws Exception {
    try (var server =
        ScriptedServer.start(
            ScriptedAnswer.withBody(
                answer.status(), answer.body(), answer.headers().toArray(String[]::new)),
            ScriptedAnswer.status(404))) {
      WriteResult result = write(server, answer.version(), Layout.SERIES);

      assertThat(result.outcome()).isEqualTo(answer.outcome());
      assertThat(result.code()).isEqualTo(answer.code());
      assertThat(result.retryAfterMillis().orElse(0)).isEqualTo(answer.retryAfterMillis());
      if (result.outcome() != ResponseClass.OK) {
        assertThat(result.error()).as("as the server said it").contains(answer.body());
      }
      assertThat(server.requests()).hasSize(answer.requests());
      boolean isToBeSentAgain = answer.status() == 429 || answer.status() / 100 == 5;
      assertThat(result.outcome().isPassing())
          .as("sent again")
          .isEqualTo(isToBeSentAgain == answer.deviates().isEmpty());
    }
  }

  /** What a request must look like. */
  private enum Form {
    IS_POSTED("MUST", request -> assertThat(request.sent().method()).isEqualTo("POST")),
    IS_ONE_BLOCK_OF_SNAPPY(
        "MUST", request -> assertThat(header(request, "content-encoding")).isEqualTo("snappy")),
    NAMES_THE_MESSAGE(
        "SHOULD",
        request ->
            assertThat(header(request, "content-type"))
                .isEqualTo(
                    request.version() == 1
                        ? "application/x-protobuf"
                        : "application/x-protobuf;proto=io.prometheus.write.v2.Request")),
    NAMES_THE_VERSION(
        "MUST",
        request ->
            assertThat(header(request, "x-prometheus-remote-write-version"))
                .isEqualTo(request.version() == 1 ? "0.1.0" : "2.0.0")),
    SAYS_WHO_SENDS(
        "MUST", request -> assertThat(header(request, "user-agent")).matches("tidemark/[\\w.+-]+")),
    HAS_NOTHING_OF_THE_OTHER_VERSION(
        "MUST NOT",
        request ->
            assertThat(request.fields())
                .containsExactlyElementsOf(request.version() == 1 ? List.of(1) : List.of(4, 5))),
    BEGINS_ITS_SYMBOLS_WITH_THE_EMPTY_ONE(
        "MUST", request -> assertThat(request.symbols()).startsWith(first(request.version() == 2))),
    HAS_EACH_SYMBOL_ONCE(
        "SHOULD", request -> assertThat(request.symbols()).doesNotHaveDuplicates()),
    REFERS_TO_PAIRS_OF_SYMBOLS(
        "MUST",
        request ->
            assertThat(request.series())
                .allSatisfy(
                    series -> {
                      assertThat(series.references().size() % 2).isZero();
                      assertThat(series.references())
                          .allMatch(reference -> reference < request.symbols().size());
                    })),
    NAMES_EACH_SERIES(
        "SHOULD",
        request ->
            assertThat(request.series())
                .allSatisfy(series -> assertThat(series.names()).contains("__name__"))),
    SORTS_LABELS(
        "MUST",
        request ->
            assertThat(request.series())
                .allSatisfy(series -> assertThat(series.names()).isSorted())),
    REPEATS_NO_LABEL(
        "MUST NOT",
        request ->
            assertThat(request.series())
                .allSatisfy(series -> assertThat(series.names()).doesNotHaveDuplicates())),
    HAS_NO_EMPTY_LABEL(
        "MUST NOT",
        request ->
            assertThat(request.series())
                .allSatisfy(series -> assertThat(series.labels()).doesNotContain("").isNotEmpty())),
    HAS_SAMPLES_IN_EACH_SERIES_AND_NOTHING_ELSE(
        "MUST",
        request ->
            assertThat(request.series())
                .allSatisfy(
                    series -> {
                      assertThat(series.samples()).isNotEmpty();
                      assertThat(series.fields()).isSubsetOf(1, 2);
                    })),
    HAS_A_SERIES_SAMPLES_IN_THE_ORDER_OF_TIME(
        "MUST",
        request ->
            timesBySeries(request)
                .values()
                .forEach(times -> assertThat(times).isSorted().doesNotHaveDuplicates())),
    HAS_MILLISECONDS_SINCE_THE_EPOCH(
        "MUST",
        request ->
            assertThat(request.series().stream().flatMap(series -> series.samples().stream()))
                .allSatisfy(
                    sample -> assertThat(sample.millis()).isBetween(START, START + 120_000))),
    KEEPS_EVERY_BIT_OF_A_VALUE(
        "MUST",
        request ->
            assertThat(
                    new HashSet<>(
                        request.series().stream()
                            .flatMap(series -> series.samples().stream())
                            .map(ReceivedRequest.Sample::bits)
                            .toList()))
                .containsExactlyInAnyOrderElementsOf(
                    Arrays.stream(VALUES).mapToObj(Double::doubleToRawLongBits).toList()));

    private final String level;
    private final Consumer<ReceivedRequest> check;

    Form(String level, Consumer<ReceivedRequest> check) {
      this.level = level;
      this.check = check;
    }
  }

  static Stream<Arguments> forms() {
    return Stream.of(Form.values())
        .flatMap(
            form ->
                Stream.of(1, 2)
                    .flatMap(
                        version ->
                            Stream.of(Layout.SERIES, Layout.GROUPED)
                                .map(layout -> Arguments.of(form, form.level, version, layout))));
  }

  @ParameterizedTest(name = "v{2} {3} {1}: {0}")
  @MethodSource("forms")
  void sendsWhatTheSpecificationWants(Form form, String level, int version, Layout layout)
      throws Exception {
    try (var server = ScriptedServer.start(ScriptedAnswer.status(204, written(SAMPLES)))) {
      write(server, version, layout);

      form.check.accept(ReceivedRequest.of(server.requests().get(0), version));
    }
  }

  private static String written(int samples) {
    return "X-Prometheus-Remote-Write-Samples-Written: " + samples;
  }

  private static String header(ReceivedRequest request, String name) {
    return request.sent().headers().get(name);
  }

  private static String[] first(boolean isThere) {
    return isThere ? new String[] {""} : new String[0];
  }

  private static Map<List<String>, List<Long>> timesBySeries(ReceivedRequest request) {
    var times = new HashMap<List<String>, List<Long>>();
    for (Series series : request.series()) {
      var its = times.computeIfAbsent(series.labels(), labels -> new ArrayList<>());
      series.samples().forEach(sample -> its.add(sample.millis()));
    }
    return times;
  }

  /** Two samples of each series, and three copies of each in time: as the job makes them. */
  private static WriteResult write(ScriptedServer server, int version, Layout layout)
      throws Exception {
    TargetConfig target =
        TargetConfig.of("remote-write", server.url()).withOption("message-version", "v" + version);
    var amplification = new Amplification(M, 1, 60_000, "instance", ValueMode.REPEAT, layout);
    var receiver = new RemoteWriteReceiver();
    WireFormat format = receiver.format(target, amplification);
    PayloadBuilder builder = format.newPayloadBuilder();
    for (int i = 0; i < 2 * SERIES; i++) {
      var labels =
          Labels.of(
              Map.of("__name__", "up", "Zone", "ä/ö", "instance", "host " + i / 2, "a", "host 0"));
      builder.append(format.template(labels), START + i % 2 * 60_000, VALUES[i]);
    }
    Payload payload = builder.encode(amplification.all());
    try (var client =
        receiver.client(target, new ClientOptions(1, Patience.ofSeconds(20), "compliance"))) {
      return Patience.get(client.write(payload));
    }
  }
}
