package io.tidemark.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sink.OwnedDatabase;
import java.net.URI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatabaseOfOurOwnTest {
  @ParameterizedTest
  @CsvSource({"OpenTSDB, an OpenTSDB", "VictoriaMetrics, a VictoriaMetrics"})
  void isAnnouncedByItsName(String product, String named) {
    var starter = OwnedDatabase.Starter.of(product, null, null);
    assertThat(DatabaseOfOurOwn.note(starter, URI.create("http://127.0.0.1:9"), "run"))
        .isEqualTo(
            "target.urls is not set: started %s of our own at http://127.0.0.1:9, gone after the run",
            named);
  }
}
