package io.tidemark.sink.sql;

import io.tidemark.sink.OptionKey;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;

/** How far a connection is encrypted and its server verified, as in libpq's {@code sslmode}. */
public enum SslMode {
  DISABLE,
  /** The connection uses TLS if the server has it. */
  PREFER,
  REQUIRE,
  VERIFY_CA,
  VERIFY_FULL;

  private static final String AUTO = "auto";

  public static final OptionKey<String> KEY =
      OptionKey.choice(
          "ssl-mode",
          List.of(AUTO, "disable", "require", "verify-ca", "verify-full"),
          "auto: verify-full, but on loopback TLS if there is any");

  /** Returns the mode in the options; if they leave it open, it depends on where the server is. */
  public static SslMode of(SortedMap<String, String> options, boolean isLoopback) {
    String text = KEY.in(options);
    if (text.equals(AUTO)) {
      return isLoopback ? PREFER : VERIFY_FULL;
    }
    return valueOf(text.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /** Returns the mode in the words of {@code sslmode}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
