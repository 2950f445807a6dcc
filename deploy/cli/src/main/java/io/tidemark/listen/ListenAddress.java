package io.tidemark.listen;

import io.tidemark.job.config.ConfigException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;

/** An address of this machine and a port, as the option {@code --listen} takes them. */
public final class ListenAddress {
  private ListenAddress() {}

  /**
   * @param text address and port, such as 127.0.0.1:9201 or [::1]:9201
   * @throws ConfigException if it lacks an address of this machine, or a port
   */
  public static InetSocketAddress parse(String text) {
    try {
      var uri = new URI("listen://" + text);
      if (uri.getHost() != null && uri.getPort() >= 0 && uri.getAuthority().equals(text)) {
        return new InetSocketAddress(InetAddress.getByName(uri.getHost()), uri.getPort());
      }
    } catch (URISyntaxException | UnknownHostException | IllegalArgumentException e) {
      // The exception below says what was expected.
    }
    throw new ConfigException(
        "--listen=%s: expected an address of this machine and a port, such as 127.0.0.1:9201"
            .formatted(text));
  }
}
