package io.tidemark.job.observe;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How many of this host's connections to the database hold bytes that its side has not taken yet.
 * Read by one thread; names are looked up when it is first read, for that may take long.
 */
public final class TargetLine {
  private static final int HTTP_PORT = 80;
  private static final int HTTPS_PORT = 443;

  private final List<URI> urls;
  private List<InetSocketAddress> servers;

  public TargetLine(List<URI> urls) {
    this.urls = List.copyOf(urls);
  }

  /** NaN where the system or the names don't tell. */
  double unacknowledgedConnections() {
    if (servers == null) {
      servers = resolve(urls);
    }
    if (servers.isEmpty()) {
      return Double.NaN;
    }
    Optional<SocketQueues> queues = SocketQueues.read(servers);
    return queues.isPresent() ? queues.get().unacknowledged() : Double.NaN;
  }

  private static List<InetSocketAddress> resolve(List<URI> urls) {
    var servers = new ArrayList<InetSocketAddress>();
    for (URI url : urls) {
      int ofScheme = "https".equals(url.getScheme()) ? HTTPS_PORT : HTTP_PORT;
      int port = url.getPort() > 0 ? url.getPort() : ofScheme;
      try {
        for (InetAddress address : InetAddress.getAllByName(url.getHost())) {
          servers.add(new InetSocketAddress(address, port));
        }
      } catch (UnknownHostException e) {
        return List.of();
      }
    }
    return servers;
  }
}
