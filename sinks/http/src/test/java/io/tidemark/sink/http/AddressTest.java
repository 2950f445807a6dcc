package io.tidemark.sink.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {
  @ParameterizedTest
  @CsvSource({
    "http://db:8428, /write",
    "http://db:8428/, /write",
    "http://db:8428/sub//, /sub/write",
    "http://db:8428?a=b, /write?a=b"
  })
  void putsThePathBelowTheUrlsOwn(URI url, String pathAndQuery) {
    assertThat(Targets.address(url).pathAndQuery()).isEqualTo(pathAndQuery);
  }

  @Test
  void leavesTheQueryOutWhereItIsNotMeant() {
    URI url = URI.create("http://db/sub?key=k");

    assertThat(Address.withoutQuery("target.urls", url, path -> path + "/metrics").pathAndQuery())
        .isEqualTo("/sub/metrics");
  }

  @Test
  void keepsTheQueryOutOfItsName() {
    Address address = Targets.address(URI.create("HTTPS://db?authKey=s3cr3t"));

    assertThat(address.name()).isEqualTo("https://db:443/write");
    assertThat(address.hostHeader()).isEqualTo("db");
  }

  @ParameterizedTest
  @CsvSource({"http://[::1]:8428, [::1]:8428", "https://[::1], [::1]", "http://db:80, db"})
  void namesTheHostAsTheHeaderWantsIt(URI url, String header) {
    assertThat(Targets.address(url).hostHeader()).isEqualTo(header);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ftp://db", "db:8428", "/path", "http:///path", "http://db#x", "http:db"})
  void refusesWhatIsNoHttpUrl(String url) {
    assertThatThrownBy(() -> Targets.address(URI.create(url)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("target.urls");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://me:s3cr3t@db:8428", "http://s3cr3t@db", "http://a:s3cr3t@b_c:1"})
  void refusesCredentialsInAUrlWithoutShowingThem(String url) {
    assertThatThrownBy(() -> Targets.address(URI.create(url)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("target.auth.username")
        .hasMessageNotContaining("s3cr3t");
  }
}
