package io.tidemark.kubernetes;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The port forwarding of an API server: WebSockets (RFC 6455) in Kubernetes' protocol, to servers
 * of this machine in place of pods. Its small buffers make a client wait.
 */
final class FakeApiServer implements AutoCloseable {
  private static final String KEY_SUFFIX = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  private static final Pattern PORT = Pattern.compile("/portforward\\?ports=(\\d+) ");
  private static final Pattern KEY = Pattern.compile("(?i)\r\nSec-WebSocket-Key: *(\\S+)\r\n");
  private static final int BINARY = 0x82;
  private static final int CONTINUED = 0x0;
  private static final int CLOSE = 0x8;
  private static final int SMALL_BUFFER = 8 << 10;

  private final ServerSocket listener;
  private final AtomicInteger open = new AtomicInteger();

  FakeApiServer() throws IOException {
    listener = new ServerSocket();
    listener.setReceiveBufferSize(SMALL_BUFFER);
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    daemon(this::accept);
  }

  String url() {
    return "http://127.0.0.1:" + listener.getLocalPort();
  }

  /** Connections that are forwarded now. */
  int open() {
    return open.get();
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void daemon(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                // Either side has closed.
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = listener.accept();
      daemon(() -> forward(client));
    }
  }

  private void forward(Socket client) throws IOException {
    open.incrementAndGet();
    try (client) {
      var in = new DataInputStream(client.getInputStream());
      OutputStream out = client.getOutputStream();
      String head = head(in);
      out.write(upgrade(group(KEY, head)).getBytes(StandardCharsets.US_ASCII));
      int port = Integer.parseInt(group(PORT, head));
      for (byte channel = 0; channel < 2; channel++) {
        send(out, new byte[] {channel, (byte) port, (byte) (port >> 8)}, 3);
      }
      try (var pod = new Socket(InetAddress.getLoopbackAddress(), port)) {
        daemon(() -> fromPod(pod, client, out));
        toPod(in, pod.getOutputStream());
      }
    } finally {
      open.decrementAndGet();
    }
  }

  private static String head(DataInputStream in) throws IOException {
    var head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) in.readUnsignedByte());
    }
    return head.toString();
  }

  private static String group(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.find()) {
      throw new IllegalStateException(pattern + " is not in " + text);
    }
    return matcher.group(1);
  }

  private static String upgrade(String key) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-1")
              .digest((key + KEY_SUFFIX).getBytes(StandardCharsets.US_ASCII));
      return "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
          + "Sec-WebSocket-Protocol: v4.channel.k8s.io\r\nSec-WebSocket-Accept: %s\r\n\r\n"
              .formatted(Base64.getEncoder().encodeToString(hash));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void send(OutputStream out, byte[] message, int length) throws IOException {
    // Below 126 the length is in the second byte, else in the two behind it.
    byte[] head =
        length < 126
            ? new byte[] {(byte) BINARY, (byte) length}
            : new byte[] {(byte) BINARY, 126, (byte) (length >> 8), (byte) length};
    synchronized (out) {
      out.write(head);
      out.write(message, 0, length);
      out.flush();
    }
  }

  private static void fromPod(Socket pod, Socket client, OutputStream out) throws IOException {
    // The first byte is the data's channel.
    byte[] message = new byte[SMALL_BUFFER];
    try (client) {
      int read;
      while ((read = pod.getInputStream().read(message, 1, message.length - 1)) >= 0) {
        send(out, message, read + 1);
      }
    }
  }

  private static void toPod(DataInputStream in, OutputStream pod) throws IOException {
    while (true) {
      int opcode = in.readUnsignedByte() & 0xf;
      int size = in.readUnsignedByte() & 0x7f;
      long length = size == 127 ? in.readLong() : size == 126 ? in.readUnsignedShort() : size;
      byte[] mask = in.readNBytes(4);
      byte[] payload = in.readNBytes((int) length);
      for (int i = 0; i < payload.length; i++) {
        payload[i] ^= mask[i % 4];
      }
      if (opcode == CLOSE) {
        return;
      }
      int channel = opcode == CONTINUED ? 0 : 1;
      pod.write(payload, channel, payload.length - channel);
      pod.flush();
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
