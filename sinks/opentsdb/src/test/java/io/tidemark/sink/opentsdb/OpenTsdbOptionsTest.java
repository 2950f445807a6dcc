package io.tidemark.sink.opentsdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.sink.TargetConfig;
import java.net.URI;
import org.junit.jupiter.api.Test;

class OpenTsdbOptionsTest {
  private static final TargetConfig TARGET = TargetConfig.of("opentsdb");

  @Test
  void waitsForStorageOverHttpUnlessToldOtherwise() {
    assertThat(OpenTsdbOptions.of(TARGET))
        .isEqualTo(new OpenTsdbOptions(false, false, true, true, 8, "/var/run/opentsdb.pid"));
  }

  @Test
  void namesTheKeyThatIsWrong() {
    for (String tags : new String[] {"0", "128"}) {
      assertThatThrownBy(() -> OpenTsdbOptions.of(TARGET.withOption("max-tags", tags)))
          .hasMessage("target.max-tags: must be 1 to 127");
    }
    assertThatThrownBy(
            () ->
                OpenTsdbOptions.of(
                    TARGET.withOption("protocol", "telnet").withOption("compression", "gzip")))
        .hasMessage("target.compression: must be none with target.protocol=telnet");
  }

  @Test
  void writesBesideWhatTheUrlNames() {
    URI url = URI.create("http://tsd:4242/metrics/?key=1");
    assertThat(Put.address(url, "details&sync").pathAndQuery())
        .isEqualTo("/metrics/api/put?key=1&details&sync");
    assertThat(Put.address(URI.create("http://tsd/api/put"), "details").pathAndQuery())
        .isEqualTo("/api/put?details");
    assertThat(Put.page(URI.create("http://tsd/api/put"), "/api/stats").pathAndQuery())
        .isEqualTo("/api/stats");
  }
}
