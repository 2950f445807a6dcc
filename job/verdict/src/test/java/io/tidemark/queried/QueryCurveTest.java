package io.tidemark.queried;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.queried.QueryCurve.Row;
import io.tidemark.readers.Reads;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QueryCurveTest {
  private static final double ANSWERED = 0.98;
  private static final long TIMEOUT_MILLIS = 500;

  private static Reads reads(long due, long answered, long failed, double p99, String ended) {
    Map<String, Long> failures =
        failed == 0 ? Map.of() : Map.of("HTTP 429", failed, "too late", 1L);
    return new Reads(
        10,
        due,
        answered,
        failed,
        0,
        answered / 10.0,
        5.0,
        p99,
        p99,
        0,
        0.1,
        failures,
        ended,
        null);
  }

  private static String unanswered(Reads reads) {
    return QueryCurve.unanswered(reads, ANSWERED, TIMEOUT_MILLIS);
  }

  @Test
  void queriesAreAnsweredThatAreInTimeButForAFew() {
    assertThat(unanswered(reads(100, 98, 2, 500, null))).isEmpty();
    assertThat(unanswered(reads(100, 97, 0, 500, null))).isEmpty();
  }

  @Test
  void saysWhyTheyAreNotAnsweredAsTheyAreDue() {
    assertThat(unanswered(null)).isEqualTo("the readers reported nothing");
    assertThat(unanswered(reads(100, 100, 0, 5, "they were killed"))).isEqualTo("they were killed");
    assertThat(unanswered(reads(100, 97, 3, 5, null)))
        .isEqualTo("3 % of the queries failed: HTTP 429");
    assertThat(unanswered(reads(100, 96, 0, 5, null)))
        .isEqualTo("96 of 100 queries were answered in time");
    assertThat(unanswered(reads(100, 100, 0, 501, null)))
        .isEqualTo("the queries' p99 of 501 ms is longer than queries.timeout");
  }

  private static Row row(double asked, double cpuCores, String why) {
    return new Row(asked, asked, 5.0, 9.0, 0, 1e5, cpuCores, 20.0, null, why.isEmpty(), why);
  }

  /** 30 ms of a core each; a database that is full takes no more, however much is asked. */
  @Test
  void countsWhatOneQueryTakesOverThoseThatWereCarried() {
    List<Row> rows =
        List.of(row(32, 1.36, ""), row(64, 2, "full"), row(0, 0.4, ""), row(16, 0.88, ""));

    QueryCurve curve = QueryCurve.of(32.0, 64.0, 1e5, rows);

    assertThat(curve.cpuMillisEach()).isCloseTo(30, within(0.01));
    assertThat(curve.rows()).extracting(Row::asked).containsExactly(0.0, 16.0, 32.0, 64.0);
    assertThat(QueryCurve.of(16.0, 64.0, 1e5, rows.subList(1, 4)).cpuMillisEach()).isNull();
  }
}
