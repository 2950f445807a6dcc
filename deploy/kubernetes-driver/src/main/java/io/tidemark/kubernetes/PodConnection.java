package io.tidemark.kubernetes;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.WebSocket;
import io.tidemark.process.Poll;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * One connection to a port of a pod, over a WebSocket to the API server, in Kubernetes' protocol
 * for that: each message begins with the number of its channel. The client's own forwarding drops
 * what it can't send at once, and so an upload of the job's jar, where the server takes it slowly.
 */
final class PodConnection implements WebSocket.Listener, AutoCloseable {
  private static final String PROTOCOL = "v4.channel.k8s.io";
  private static final byte DATA = 0;
  private static final int CHUNK_BYTES = 32 << 10;
  private static final int NORMAL_CLOSURE = 1000;
  private static final long CONNECT_SECONDS = 10;
  private static final Duration SENT_WITHIN = Duration.ofSeconds(30);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(1);

  private final SocketChannel local;
  private volatile WebSocket pod;

  /** The first message of each of both channels only repeats the port. */
  private int repeats = 2;

  /**
   * @param local what it writes goes to the pod, and it reads what comes from there; closed when
   *     either side ends
   */
  PodConnection(SocketChannel local) {
    this.local = local;
  }

  static PodConnection open(KubernetesClient client, Pod pod, int port, SocketChannel local) {
    var connection = new PodConnection(local);
    String path =
        "/api/v1/namespaces/%s/pods/%s/portforward?ports=%d"
            .formatted(pod.getMetadata().getNamespace(), pod.getMetadata().getName(), port);
    client
        .getHttpClient()
        .newWebSocketBuilder()
        .uri(URI.create(client.getMasterUrl().toString().replaceAll("/+$", "") + path))
        .connectTimeout(CONNECT_SECONDS, TimeUnit.SECONDS)
        .subprotocol(PROTOCOL)
        .buildAsync(connection)
        .exceptionally(
            failure -> {
              connection.close();
              return null;
            });
    return connection;
  }

  @Override
  public void onOpen(WebSocket socket) {
    pod = socket;
    Thread sender = new Thread(() -> send(socket), "tidemark-kubernetes-connection");
    sender.setDaemon(true);
    sender.start();
  }

  /** One message at a time: a second one would be refused. */
  private void send(WebSocket socket) {
    var bytes = ByteBuffer.allocate(CHUNK_BYTES);
    try {
      while (local.read(bytes.clear().put(DATA)) >= 0) {
        boolean sent =
            Poll.until(SENT_WITHIN, LOOK_AGAIN, () -> socket.queueSize() == 0)
                && socket.send(bytes.flip());
        if (!sent) {
          break;
        }
      }
    } catch (IOException e) {
      // Closed, by whichever side.
    }
    close();
  }

  @Override
  public void onMessage(WebSocket socket, ByteBuffer message) {
    if (repeats > 0) {
      repeats--;
    } else if (message.get() != DATA || !write(message)) {
      close();
    }
    socket.request();
  }

  private boolean write(ByteBuffer bytes) {
    try {
      while (bytes.hasRemaining()) {
        local.write(bytes);
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void onClose(WebSocket socket, int code, String reason) {
    close();
  }

  @Override
  public void onError(WebSocket socket, Throwable failure) {
    close();
  }

  boolean isOpen() {
    return local.isOpen();
  }

  @Override
  public void close() {
    try {
      local.close();
    } catch (IOException e) {
      // As good as closed.
    }
    WebSocket socket = pod;
    if (socket != null) {
      socket.sendClose(NORMAL_CLOSURE, "");
    }
  }
}
