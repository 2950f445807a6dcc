package io.tidemark.sink.http;

import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.client.SecretSource;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/**
 * The Authorization header of a target: basic, bearer, or none. A secret from a file follows the
 * file. Thread-safe; shows no secret in {@code toString}.
 */
final class Credentials {
  private static final String BASIC = "Basic ";
  private static final String BEARER = "Bearer ";

  private final String username;
  private final SecretSource source;
  private String secret;
  private String header;

  /**
   * @throws IllegalArgumentException if the settings contradict each other or a secret can't be
   *     read; the message shows no secret
   */
  static Credentials of(TargetConfig.Auth auth) {
    return of(auth, System::getenv, System::nanoTime);
  }

  static Credentials of(
      TargetConfig.Auth auth, UnaryOperator<String> environment, LongSupplier nanoClock) {
    boolean basic = isSet(auth.username()) || isSet(auth.password()) || isSet(auth.passwordFile());
    boolean bearer = isSet(auth.bearerToken()) || isSet(auth.bearerTokenFile());
    if (basic && bearer) {
      throw new IllegalArgumentException(
          "target.auth has both a user name or password and a bearer token; give one of them");
    }
    if (bearer) {
      return new Credentials(
          null,
          SecretSource.of(
              "target.auth.bearer-token",
              auth.bearerToken(),
              auth.bearerTokenFile(),
              environment,
              nanoClock));
    }
    if (!basic) {
      return new Credentials(null, null);
    }
    if (!isSet(auth.username())) {
      throw new IllegalArgumentException(
          "target.auth has a password but no user name; set target.auth.username");
    }
    if (auth.username().indexOf(':') >= 0 || !SecretSource.isPrintable(auth.username())) {
      throw new IllegalArgumentException(
          "target.auth.username has a colon or a control character; basic auth can't carry it");
    }
    return new Credentials(
        auth.username(),
        SecretSource.of(
            "target.auth.password", auth.password(), auth.passwordFile(), environment, nanoClock));
  }

  private Credentials(String username, SecretSource source) {
    this.username = username;
    this.source = source;
    if (source != null) {
      adopt(source.current());
    }
  }

  /** Returns the header's value as of now; null if there are no credentials. */
  synchronized String header() {
    if (source != null && !source.current().equals(secret)) {
      adopt(source.current());
    }
    return header;
  }

  /**
   * Reads the secret again, and tells whether a request would now carry another header than {@code
   * sent}.
   */
  synchronized boolean changedSince(String sent) {
    if (source == null) {
      return false;
    }
    source.reload();
    return !header().equals(sent);
  }

  /**
   * Returns the parts of a request that no message may show, although the server may repeat them:
   * VictoriaMetrics names the whole request URI, and a query may hold a key.
   *
   * @param header the Authorization header that was sent; null if there was none
   */
  static List<String> secretsIn(String header, Address sentTo) {
    var secrets = new ArrayList<String>();
    sentTo.query().ifPresent(secrets::add);
    if (header != null) {
      String carried = header.substring(header.indexOf(' ') + 1);
      secrets.add(carried);
      if (header.startsWith(BASIC)) {
        String pair = new String(Base64.getDecoder().decode(carried), StandardCharsets.UTF_8);
        secrets.add(pair.substring(pair.indexOf(':') + 1));
      }
    }
    return secrets;
  }

  private void adopt(String secret) {
    this.secret = secret;
    this.header = username == null ? BEARER + secret : BASIC + basic(username, secret);
  }

  private static String basic(String username, String password) {
    byte[] pair = (username + ':' + password).getBytes(StandardCharsets.UTF_8);
    return Base64.getEncoder().encodeToString(pair);
  }

  private static boolean isSet(String value) {
    return !value.isEmpty();
  }

  @Override
  public String toString() {
    return source == null ? "Credentials[none]" : "Credentials[" + source + "]";
  }
}
