package io.tidemark.build;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of this build, as reports and servers get it. */
public final class Version {
  public static final String TIDEMARK = read();

  /** The User-Agent of HTTP requests. */
  public static final String USER_AGENT = "tidemark/" + TIDEMARK;

  private Version() {}

  private static String read() {
    var properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version");
  }
}
