package io.tidemark.kubernetes;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.PortForward;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * A port on loopback whose connections end in a pod. Each new connection goes to the pod that runs
 * at that moment, so it survives the pod's replacement. Bytes that a slow API server has not taken
 * yet wait in memory.
 */
final class Forward implements AutoCloseable {
  private final KubernetesClient client;
  private final Supplier<Optional<Pod>> pod;
  private final int port;
  private final ServerSocketChannel listener;
  private final Set<PortForward> open = ConcurrentHashMap.newKeySet();

  private Forward(
      KubernetesClient client,
      Supplier<Optional<Pod>> pod,
      int port,
      ServerSocketChannel listener) {
    this.client = client;
    this.pod = pod;
    this.port = port;
    this.listener = listener;
  }

  /**
   * @param pod the pod; empty while none runs
   * @param port port on which the pod listens
   */
  static Forward start(KubernetesClient client, Supplier<Optional<Pod>> pod, int port) {
    try {
      var listener = ServerSocketChannel.open();
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      var forward = new Forward(client, pod, port, listener);
      Thread accepts = new Thread(forward::accept, "tidemark-kubernetes-forward");
      accepts.setDaemon(true);
      accepts.start();
      return forward;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  URI uri(String scheme, String path) {
    return URI.create(
        "%s://127.0.0.1:%d%s".formatted(scheme, listener.socket().getLocalPort(), path));
  }

  private void accept() {
    while (listener.isOpen()) {
      try {
        connect(listener.accept());
      } catch (IOException e) {
        // The listener was closed.
      }
    }
  }

  /**
   * Connects a client to the pod. While no pod runs, the client sees a closed connection, as if its
   * server were down.
   */
  private void connect(SocketChannel local) throws IOException {
    open.removeIf(connection -> !connection.isAlive());
    try {
      Optional<Pod> target = pod.get();
      if (target.isPresent()) {
        open.add(forward(target.get(), local));
        return;
      }
    } catch (KubernetesClientException e) {
      // The API server can't tell where the pod is.
    }
    local.close();
  }

  private PortForward forward(Pod to, SocketChannel local) {
    var ended = new CompletableFuture<Void>();
    PortForward connection =
        client.pods().resource(to).portForward(port, new UntilEnd(local, ended), local);
    ended.thenRun(() -> end(connection));
    return connection;
  }

  /**
   * Reports the end of a client's bytes. The port forwarding only stops reading there, and would
   * keep its connection to the API server open.
   */
  private record UntilEnd(SocketChannel local, CompletableFuture<Void> ended)
      implements ReadableByteChannel {
    @Override
    public int read(ByteBuffer bytes) throws IOException {
      int read = local.read(bytes);
      if (read < 0) {
        ended.complete(null);
      }
      return read;
    }

    @Override
    public boolean isOpen() {
      return local.isOpen();
    }

    @Override
    public void close() throws IOException {
      local.close();
    }
  }

  private static void end(PortForward connection) {
    try {
      connection.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    open.forEach(Forward::end);
  }
}
