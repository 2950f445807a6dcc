package io.tidemark.listen;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.SizeText;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.client.TlsContext;
import io.tidemark.topic.Anonymizer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import picocli.CommandLine.Option;

/** The options of {@code capture --listen}: its address, whose requests it takes, and how much. */
public final class ListenOptions {
  public static final Duration USUAL_TIME = Duration.ofMinutes(10);

  private static final String USUAL_SIZE = "4GiB";
  private static final int USUAL_SERIES = 1_000_000;

  /** The hashes of 2²⁶ series already take more than half a gigabyte of memory. */
  private static final int MOST_SERIES = 1 << 26;

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description = {
        "Address to receive remote write (/api/v1/write) and OTLP (/v1/metrics). Any address except",
        "loopback requires --token-file, --certificate-file and --key-file."
      })
  private String address;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "With --listen: the bearer token that senders have to show.")
  private Path tokenFile;

  @Option(
      names = "--certificate-file",
      paramLabel = "FILE",
      description = "With --listen: this server's certificate, PEM; for TLS.")
  private Path certificateFile;

  @Option(
      names = "--key-file",
      paramLabel = "FILE",
      description = "With --listen: its key, PEM of PKCS #8 without a password.")
  private Path tlsKeyFile;

  @Option(
      names = "--insecure",
      description = "With --listen: allow an address other than loopback without a token or TLS.")
  private boolean insecure;

  @Option(
      names = "--max-size",
      paramLabel = "SIZE",
      description = "With --listen: stop when the file has this size. Default: " + USUAL_SIZE)
  private String maxSize;

  @Option(
      names = "--max-series",
      paramLabel = "N",
      description =
          "With --listen: refuse samples of further series after N. Default: " + USUAL_SERIES)
  private Integer maxSeries;

  public boolean isGiven() {
    return address != null;
  }

  /**
   * @throws ConfigException if one of the other options is given
   */
  public void requireNone() {
    boolean one =
        tokenFile != null
            || certificateFile != null
            || tlsKeyFile != null
            || insecure
            || maxSize != null
            || maxSeries != null;
    if (one) {
      throw new ConfigException(
          "--token-file, --certificate-file, --key-file, --insecure, --max-size and --max-series are for --listen");
    }
  }

  /**
   * Starts the receiver.
   *
   * @throws ConfigException if it would listen without protection, or can't listen
   */
  public Receiver start(Path file, Optional<Anonymizer> anonymizer, Consumer<String> warn)
      throws IOException {
    InetSocketAddress listen = ListenAddress.parse(address);
    Bounds bounds = Bounds.of(maxSize(), maxSeries());
    Optional<String> token =
        Optional.ofNullable(tokenFile)
            .map(path -> new String(Anonymizer.key("--token-file", path), StandardCharsets.UTF_8));
    Optional<SSLContext> tls = tls();
    requireSafe(listen, token.isPresent(), tls.isPresent(), warn);
    return Receiver.start(listen, file, bounds, token, tls, anonymizer);
  }

  private void requireSafe(
      InetSocketAddress listen, boolean token, boolean tls, Consumer<String> warn) {
    var open = new ArrayList<String>();
    if (!listen.getAddress().isLoopbackAddress()) {
      if (!token) {
        open.add("whoever reaches it can write into the file (no --token-file)");
      }
      if (!tls) {
        open.add(
            "what is sent can be read and changed on the way (no --certificate-file and --key-file)");
      }
    }
    if (open.isEmpty()) {
      return;
    }
    String text = "--listen=%s: %s".formatted(address, String.join("; ", open));
    if (!insecure) {
      throw new ConfigException(text + "; name them, or say --insecure, or listen on 127.0.0.1");
    }
    warn.accept(text);
  }

  private Optional<SSLContext> tls() {
    if ((certificateFile == null) != (tlsKeyFile == null)) {
      throw new ConfigException("--certificate-file and --key-file go together; name both");
    }
    if (certificateFile == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          TlsContext.of(
              new TargetConfig.Tls("", certificateFile.toString(), tlsKeyFile.toString(), false)));
    } catch (IllegalArgumentException e) {
      throw new ConfigException(e.getMessage().replace("target.tls.", "--"));
    }
  }

  private long maxSize() {
    try {
      long bytes = SizeText.parse(maxSize == null ? USUAL_SIZE : maxSize);
      if (bytes > 0) {
        return bytes;
      }
    } catch (IllegalArgumentException | ArithmeticException e) {
      // The exception below says what was expected.
    }
    throw new ConfigException("--max-size=%s: expected a size such as 4GiB".formatted(maxSize));
  }

  private int maxSeries() {
    int series = maxSeries == null ? USUAL_SERIES : maxSeries;
    if (series < 1 || series > MOST_SERIES) {
      throw new ConfigException("--max-series=%d: expected 1 to %d".formatted(series, MOST_SERIES));
    }
    return series;
  }
}
