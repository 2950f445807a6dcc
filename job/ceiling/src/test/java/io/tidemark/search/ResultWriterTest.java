package io.tidemark.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.Finding;
import io.tidemark.ceiling.Verdict;
import io.tidemark.ceiling.Verdict.Confidence;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResultWriterTest {
  private static final String ENDED = "every request fails: http://db: HTTP 503";

  @Test
  void whereNothingWasFoundAndTheCauseIsKnownItLeads() {
    assertThat(ResultWriter.nothingFound(verdict(Cause.TSDB_MEMORY), ENDED))
        .isEqualTo(
            "No ceiling was found; stopped by the database's memory (killed: 6): %s."
                .formatted(ENDED));
  }

  @Test
  void whatEndedTheSearchIsNotSaidTwice() {
    String bare = "No ceiling was found: %s.".formatted(ENDED);

    assertThat(ResultWriter.nothingFound(verdict(Cause.REQUESTS_FAIL), ENDED)).isEqualTo(bare);
    assertThat(ResultWriter.nothingFound(verdict(Cause.INCONCLUSIVE), ENDED)).isEqualTo(bare);
  }

  private static Verdict verdict(Cause cause) {
    return new Verdict(
        cause,
        Confidence.MEDIUM,
        "",
        List.of(new Finding("killed", "6", "any", true)),
        Map.of(),
        List.of(),
        Map.of(),
        List.of(),
        List.of());
  }
}
