package io.tidemark.sink.opentsdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sink.ResponseClass;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PutAnswerTest {
  /** As it names a point: one of its tags may be called error. */
  private static String error(String message) {
    return "{\"datapoint\":{\"metric\":\"up\",\"tags\":{\"error\":\"Storage exception\"}},\"error\":\"%s\"}"
        .formatted(message);
  }

  private static byte[] answer(String... errors) {
    return "{\"success\":3,\"failed\":%d,\"errors\":[%s]}"
        .formatted(errors.length, String.join(",", errors))
        .getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void leavesToTheStatusWhatIsNoListOfPoints() {
    assertThat(PutAnswer.read(204, new byte[0])).isEmpty();
    assertThat(PutAnswer.read(200, answer())).isEmpty();
    assertThat(PutAnswer.read(502, "<html>".getBytes(StandardCharsets.UTF_8))).isEmpty();
    String envelope = "{\"error\":{\"code\":400,\"message\":\"No datapoints found\"}}";
    assertThat(PutAnswer.read(400, envelope.getBytes(StandardCharsets.UTF_8))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "Please throttle, THROTTLED",
    "Storage exception: 10001 RPCs waiting on tsdb, THROTTLED",
    "Storage exception: null, RETRY",
    "Timeout exception, RETRY",
    "Write timedout, RETRY",
    "Unexpected exception, RETRY",
    "Unknown metric, REJECT",
    "Missing tags, REJECT",
    "Unable to parse value to a number, REJECT"
  })
  void knowsWhatPassesFromWhatDoesNot(String message, ResponseClass outcome) {
    var meaning = PutAnswer.read(400, answer(error(message))).orElseThrow();
    assertThat(meaning.outcome()).isEqualTo(outcome);
    assertThat(meaning.error()).startsWith(message);
    assertThat(meaning.code()).isNotBlank();
  }

  @Test
  void saysWhatToSetWhereBodiesAreTooLarge() {
    String page = "<html>" + "x".repeat(2_000) + "Chunked request not supported.</html>";
    var meaning = PutAnswer.read(400, page.getBytes(StandardCharsets.UTF_8)).orElseThrow();
    assertThat(meaning.outcome()).isEqualTo(ResponseClass.FATAL);
    assertThat(meaning.error()).contains("tsd.http.request.enable_chunked=true");
  }

  /** 2.4 answers 200 where HBase failed. */
  @Test
  void believesTheBodyAndNotTheStatus() {
    assertThat(
            PutAnswer.read(200, answer(error("Storage exception: gone"))).orElseThrow().outcome())
        .isEqualTo(ResponseClass.RETRY);
    byte[] silent = "{\"success\":3,\"failed\":2,\"errors\":[]}".getBytes(StandardCharsets.UTF_8);
    assertThat(PutAnswer.read(200, silent).orElseThrow().outcome()).isEqualTo(ResponseClass.RETRY);
  }

  @Test
  void triesAgainBeforeItRefuses() {
    byte[] both = answer(error("Missing tags"), error("Storage exception: gone"));
    assertThat(PutAnswer.read(400, both).orElseThrow().outcome()).isEqualTo(ResponseClass.RETRY);
  }

  @Test
  void readsAListThatWasCut() {
    byte[] whole = answer(error("Missing tags"), error("Missing tags"));
    for (int cut : new int[] {1, 20, 60}) {
      byte[] body = Arrays.copyOf(whole, whole.length - cut);
      assertThat(PutAnswer.read(400, body).orElseThrow().outcome()).isEqualTo(ResponseClass.REJECT);
    }
  }
}
