package io.tidemark.sink.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.sink.TargetConfig.Auth;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CredentialsTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();
  private static final Map<String, String> ENVIRONMENT =
      Map.of("PW", "open sesame", "TOKEN", "t0k3n");

  private final AtomicLong nanos = new AtomicLong();

  @TempDir Path folder;

  private Credentials of(Auth auth) {
    return Credentials.of(auth, ENVIRONMENT::get, nanos::get);
  }

  @Test
  void needsNone() {
    Credentials none = of(Targets.of().auth());

    assertThat(none.header()).isNull();
    assertThat(none.changedSince(null)).isFalse();
  }

  @Test
  void encodesUserNameAndPassword() {
    // The example of RFC 7617, section 2.
    assertThat(of(new Auth("Aladdin", "${PW}", "", "", "")).header())
        .isEqualTo("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
  }

  @Test
  void takesATokenFromTheEnvironment() {
    assertThat(of(new Auth("", "", "", "${TOKEN}", "")).header()).isEqualTo("Bearer t0k3n");
  }

  @Test
  void takesAPasswordFromAFileWithoutItsLastLineBreak() throws Exception {
    Path file = Files.writeString(folder.resolve("pw"), "open sesame\n");

    assertThat(of(new Auth("Aladdin", "", file.toString(), "", "")).header())
        .isEqualTo("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
  }

  @Test
  void readsAFileAgainAfterASecond() throws Exception {
    Path file = Files.writeString(folder.resolve("token"), "first");
    Credentials credentials = of(Targets.bearerFile(file.toString()));
    Files.writeString(file, "second");

    nanos.set(SECOND - 1);
    assertThat(credentials.header()).isEqualTo("Bearer first");
    nanos.set(SECOND);
    assertThat(credentials.header()).isEqualTo("Bearer second");
  }

  @Test
  void looksAtOnceWhenATokenWasRefused() throws Exception {
    Path file = Files.writeString(folder.resolve("token"), "first");
    Credentials credentials = of(Targets.bearerFile(file.toString()));

    assertThat(credentials.changedSince("Bearer first")).isFalse();
    Files.writeString(file, "second");
    assertThat(credentials.changedSince("Bearer first")).isTrue();
  }

  @Test
  void keepsTheOldSecretWhileTheFileIsAwayOrEmpty() throws Exception {
    Path file = Files.writeString(folder.resolve("token"), "first");
    Credentials credentials = of(Targets.bearerFile(file.toString()));

    Files.delete(file);
    nanos.set(SECOND);
    assertThat(credentials.header()).isEqualTo("Bearer first");
    Files.writeString(file, "");
    nanos.set(2 * SECOND);
    assertThat(credentials.header()).isEqualTo("Bearer first");
    Files.writeString(file, "second");
    nanos.set(3 * SECOND);
    assertThat(credentials.header()).isEqualTo("Bearer second");
  }

  @ParameterizedTest
  @ValueSource(strings = {"hunter2", "x${PW}", "${PW}x", "$PW", "${}", "${1}"})
  void refusesALiteralSecretWithoutShowingIt(String literal) {
    assertThatThrownBy(() -> of(new Auth("Aladdin", literal, "", "", "")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("target.auth.password-file")
        .hasMessageNotContaining(literal);
    assertThat(new Auth("Aladdin", literal, "", literal, "")).asString().doesNotContain(literal);
  }

  @Test
  void saysWhichSettingIsMissingOrTooMuch() {
    assertRefused(new Auth("", "${PW}", "", "", ""), "target.auth.username");
    assertRefused(new Auth("Aladdin", "", "", "", ""), "neither");
    assertRefused(new Auth("Aladdin", "${PW}", "f", "", ""), "both");
    assertRefused(new Auth("Aladdin", "${PW}", "", "${TOKEN}", ""), "give one of them");
    assertRefused(new Auth("Ala:ddin", "${PW}", "", "", ""), "colon");
    assertRefused(new Auth("Aladdin", "${GONE}", "", "", ""), "name=GONE");
    assertRefused(Targets.bearerFile(folder + "/none"), "path=" + folder + "/none");
  }

  @Test
  void refusesASecretThatWouldStartAnotherHeader() throws Exception {
    Path file = Files.writeString(folder.resolve("token"), "t0k3n\r\nX-Other: 1");

    assertRefused(Targets.bearerFile(file.toString()), "control character");
  }

  @Test
  void refusesAFileTooLargeForASecret() throws Exception {
    Path file = Files.writeString(folder.resolve("token"), "x".repeat(64 * 1024 + 1));

    assertRefused(Targets.bearerFile(file.toString()), "maxBytes=65536");
  }

  @Test
  void knowsWhatARequestCarriedThatMustNotShow() {
    Address plain = Targets.address(URI.create("http://db"));
    Address withKey = Targets.address(URI.create("http://db?authKey=k3y"));

    assertThat(Credentials.secretsIn(null, plain)).isEmpty();
    assertThat(Credentials.secretsIn("Bearer t0k3n", withKey))
        .containsExactly("authKey=k3y", "t0k3n");
    assertThat(Credentials.secretsIn("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==", plain))
        .containsExactly("QWxhZGRpbjpvcGVuIHNlc2FtZQ==", "open sesame");
  }

  @Test
  void showsNoSecretAsText() throws Exception {
    Path file = Files.writeString(folder.resolve("token"), "t0k3n");

    assertThat(of(Targets.bearerFile(file.toString()))).asString().doesNotContain("t0k3n");
    assertThat(of(new Auth("Aladdin", "${PW}", "", "", ""))).asString().doesNotContain("sesame");
  }

  private void assertRefused(Auth auth, String reason) {
    assertThatThrownBy(() -> of(auth))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("target.auth")
        .hasMessageContaining(reason);
  }
}
