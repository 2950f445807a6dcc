package io.tidemark.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.format.Format;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KnownDifferenceTest {
  private static final String OBJECT = "{\"metric\":\"m\",\"value\":1,\"tags\":{\"a\":\"}{\"}}";

  private static Set<KnownDifference> ofWhatOnlyTheParserReads(String json) {
    var read = new Sample(Labels.of(Map.of("__name__", "m", "a", "}{")), 1769817600000L, 1);
    var input = Input.of(0, json.getBytes(StandardCharsets.UTF_8));
    return KnownDifference.of(
        new Comparison(Format.OPENTSDB_JSON, input, Set.of(), Set.of(read), List.of()));
  }

  @ParameterizedTest
  @ValueSource(strings = {OBJECT, "  0", "0", "\"x\"", "[]", "\rnull"})
  void jsonBehindAnObjectIsKnown(String more) {
    assertThat(ofWhatOnlyTheParserReads(OBJECT + more))
        .containsExactly(KnownDifference.JSON_BEHIND_JSON);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "\n", "x"})
  void whatLooksLikeItAndIsNoneIsNotKnown(String rest) {
    assertThat(ofWhatOnlyTheParserReads(OBJECT + rest)).isEmpty();
  }
}
