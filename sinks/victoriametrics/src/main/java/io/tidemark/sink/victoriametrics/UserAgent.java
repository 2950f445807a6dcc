package io.tidemark.sink.victoriametrics;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** How Tidemark names itself to servers. */
final class UserAgent {
  static final String TEXT = "tidemark/" + version();

  private UserAgent() {}

  private static String version() {
    var build = new Properties();
    try (InputStream in = UserAgent.class.getResourceAsStream("build.properties")) {
      build.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return build.getProperty("version");
  }
}
