package io.tidemark.sink.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sink.ResponseClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatusTableTest {
  /** The rows of the delivery rules, and the edges of each range. */
  @ParameterizedTest
  @CsvSource({
    "100, FATAL",
    "199, FATAL",
    "200, OK",
    "204, OK",
    "299, OK",
    "300, FATAL",
    "301, FATAL",
    "304, FATAL",
    "307, FATAL",
    "399, FATAL",
    "400, REJECT",
    "401, FATAL",
    "402, FATAL",
    "403, FATAL",
    "404, FATAL",
    "405, FATAL",
    "407, FATAL",
    "408, RETRY",
    "409, REJECT",
    "410, FATAL",
    "411, FATAL",
    "412, FATAL",
    "413, REJECT",
    "414, FATAL",
    "415, REJECT",
    "421, FATAL",
    "422, REJECT",
    "423, FATAL",
    "428, FATAL",
    "429, THROTTLED",
    "431, FATAL",
    "451, FATAL",
    "499, FATAL",
    "500, RETRY",
    "501, FATAL",
    "502, RETRY",
    "503, THROTTLED",
    "504, RETRY",
    "599, RETRY",
    "600, FATAL",
    "999, FATAL"
  })
  void classifiesByStatus(int status, ResponseClass outcome) {
    assertThat(StatusTable.HTTP.outcome(status, "")).isEqualTo(outcome);
  }

  @ParameterizedTest
  @CsvSource({
    "301, target.urls",
    "401, target.auth",
    "403, target.auth",
    "404, target.urls",
    "405, target.urls",
    "501, target.urls",
    "700, target.urls"
  })
  void saysWhatToChangeWhereARunEnds(int status, String setting) {
    assertThat(StatusTable.HTTP.error(status, "", null))
        .startsWith("HTTP " + status)
        .contains(setting);
  }

  /** Words of Go's net/http server, and of nginx. */
  @ParameterizedTest
  @CsvSource({
    "Client sent an HTTP request to an HTTPS server., https://",
    "<center>The plain HTTP request was sent to HTTPS port</center>, https://"
  })
  void endsTheRunOnA400ThatNoOtherPayloadCanHelp(String serverText, String advice) {
    assertThat(StatusTable.HTTP.outcome(400, serverText)).isEqualTo(ResponseClass.FATAL);
    assertThat(StatusTable.HTTP.error(400, serverText, null)).contains(advice);
  }

  @Test
  void asksADatabasesOwnRowsFirst() {
    StatusTable own =
        StatusTable.HTTP.with(
            new StatusTable.Row(409, 409, "exists", ResponseClass.OK, ""),
            StatusTable.fatal(404, "", "make the table"));

    assertThat(own.outcome(409, "it exists")).isEqualTo(ResponseClass.OK);
    assertThat(own.outcome(409, "")).isEqualTo(ResponseClass.REJECT);
    assertThat(own.error(404, "", null)).isEqualTo("HTTP 404; make the table");
  }

  @Test
  void showsWhereARedirectPointsWithoutItsQuery() {
    assertThat(StatusTable.HTTP.error(307, "", "https://db.example:8427/x?token=abc"))
        .contains("[location=https://db.example:8427/x]")
        .doesNotContain("abc");
    assertThat(StatusTable.HTTP.error(307, "", "http://[bad")).contains("[location=unreadable]");
  }

  @Test
  void saysNothingOfSuccess() {
    assertThat(StatusTable.HTTP.error(204, "", null)).isEmpty();
  }
}
