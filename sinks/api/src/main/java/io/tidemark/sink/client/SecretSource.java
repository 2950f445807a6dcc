package io.tidemark.sink.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a secret is: an environment variable, or a file that is read again at most once a second,
 * so that a rotated token is found by itself. Not thread-safe.
 */
public final class SecretSource {
  private static final Logger LOG = LoggerFactory.getLogger(SecretSource.class);
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");
  private static final long RELOAD_NANOS = Duration.ofSeconds(1).toNanos();
  private static final int MAX_FILE_BYTES = 64 * 1024;

  private final String setting;
  private final Path file;
  private final LongSupplier nanoClock;
  private String secret;
  private long readAtNanos;
  private boolean unreadable;

  /**
   * @param setting the key in the configuration, for messages
   * @param value "" or {@code ${NAME}}
   * @param file "" or a path
   */
  public static SecretSource of(
      String setting,
      String value,
      String file,
      UnaryOperator<String> environment,
      LongSupplier nanoClock) {
    if (value.isEmpty() == file.isEmpty()) {
      throw new IllegalArgumentException(
          "give %s-file, or %s as ${NAME} of an environment variable; %s"
              .formatted(setting, setting, file.isEmpty() ? "neither is set" : "both are set"));
    }
    if (file.isEmpty()) {
      return new SecretSource(
          setting, null, fromEnvironment(setting, value, environment), nanoClock);
    }
    var source = new SecretSource(setting + "-file", Path.of(file), null, nanoClock);
    try {
      source.secret = source.read();
    } catch (IOException e) {
      throw new IllegalArgumentException(source.setting + ": " + e.getMessage(), e);
    }
    source.readAtNanos = nanoClock.getAsLong();
    return source;
  }

  private SecretSource(String setting, Path file, String secret, LongSupplier nanoClock) {
    this.setting = setting;
    this.file = file;
    this.secret = secret;
    this.nanoClock = nanoClock;
  }

  public String current() {
    if (file != null && nanoClock.getAsLong() - readAtNanos >= RELOAD_NANOS) {
      reload();
    }
    return secret;
  }

  /** Reads the file now; if that fails, what was read before stays. */
  public void reload() {
    if (file == null) {
      return;
    }
    readAtNanos = nanoClock.getAsLong();
    try {
      secret = read();
      unreadable = false;
    } catch (IOException e) {
      if (!unreadable) {
        LOG.warn("{}: {}; the secret read before stays in use", setting, e.getMessage());
      }
      unreadable = true;
    }
  }

  private String read() throws IOException {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(MAX_FILE_BYTES + 1);
    } catch (IOException e) {
      throw new IOException("can't read the file [path=%s, cause=%s]".formatted(file, cause(e)), e);
    }
    if (bytes.length > MAX_FILE_BYTES) {
      throw new IOException(
          "the file is too large for a secret [path=%s, maxBytes=%d]"
              .formatted(file, MAX_FILE_BYTES));
    }
    String text = new String(bytes, StandardCharsets.UTF_8).strip();
    if (text.isEmpty() || !isPrintable(text)) {
      throw new IOException(
          "the file is empty or holds a control character [path=%s]".formatted(file));
    }
    return text;
  }

  private static String cause(IOException e) {
    return e.getClass().getSimpleName();
  }

  private static String fromEnvironment(
      String setting, String value, UnaryOperator<String> environment) {
    Matcher variable = VARIABLE.matcher(value);
    if (!variable.matches()) {
      throw new IllegalArgumentException(
          "%s holds the secret itself; put it into a file and set %s-file, or set %s to ${NAME} of an environment variable"
              .formatted(setting, setting, setting));
    }
    String secret = environment.apply(variable.group(1));
    if (secret == null || secret.isEmpty() || !isPrintable(secret)) {
      throw new IllegalArgumentException(
          "%s: the environment variable is not set, or holds a control character [name=%s]"
              .formatted(setting, variable.group(1)));
    }
    return secret;
  }

  /**
   * Tells whether a text has no control character: a line break in a header's value would start
   * another header.
   */
  public static boolean isPrintable(String text) {
    return text.chars().noneMatch(Character::isISOControl);
  }

  @Override
  public String toString() {
    return file == null ? setting + " from the environment" : setting + "=" + file;
  }
}
