package io.tidemark.sink.http;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** What {@link ScriptedServer} does once it has read a request. */
@FunctionalInterface
public interface ScriptedAnswer {
  /** Whether the connection stays open. */
  boolean give(Socket to, ScriptedServer server) throws IOException;

  /** A whole answer over a connection that stays open. */
  static ScriptedAnswer status(int status, String... headers) {
    return withBody(status, "", headers);
  }

  static ScriptedAnswer withBody(int status, String body, String... headers) {
    return withBody(status, body.getBytes(StandardCharsets.UTF_8), headers);
  }

  static ScriptedAnswer withBody(int status, byte[] body, String... headers) {
    return (to, server) -> {
      OutputStream out = to.getOutputStream();
      out.write(head(status, status == 204 ? null : "Content-Length: " + body.length, headers));
      out.write(body);
      return true;
    };
  }

  /** The connection ends in order, before a byte of an answer. */
  static ScriptedAnswer close() {
    return (to, server) -> false;
  }

  /** The connection ends with a TCP reset, before a byte of an answer. */
  static ScriptedAnswer reset() {
    return (to, server) -> {
      to.setSoLinger(true, 0);
      return false;
    };
  }

  /** The beginning of an answer, then how the connection ends: {@link #close} or {@link #reset}. */
  static ScriptedAnswer broken(String beginning, ScriptedAnswer end) {
    return (to, server) -> {
      to.getOutputStream().write(beginning.getBytes(StandardCharsets.US_ASCII));
      return end.give(to, server);
    };
  }

  /** No answer at all, over a connection that stays open. */
  static ScriptedAnswer silence() {
    return delayed(Duration.ofDays(1), close());
  }

  static ScriptedAnswer delayed(Duration by, ScriptedAnswer answer) {
    return (to, server) -> !isClosedWithin(by, server) && answer.give(to, server);
  }

  /** Headers at once, then the body byte by byte. */
  static ScriptedAnswer trickle(int status, int bodyBytes, Duration pause) {
    return (to, server) -> {
      OutputStream out = to.getOutputStream();
      out.write(head(status, "Content-Length: " + bodyBytes));
      for (int i = 0; i < bodyBytes; i++) {
        if (isClosedWithin(pause, server)) {
          return false;
        }
        out.write('.');
      }
      return true;
    };
  }

  /**
   * A body without an end.
   *
   * @param written counts the bytes the client's side has taken
   */
  static ScriptedAnswer endless(int status, AtomicLong written) {
    return (to, server) -> {
      OutputStream out = to.getOutputStream();
      out.write(head(status, "Content-Type: text/plain"));
      byte[] part = "x".repeat(4096).getBytes(StandardCharsets.US_ASCII);
      while (!isClosedWithin(Duration.ZERO, server)) {
        out.write(part);
        written.addAndGet(part.length);
      }
      return false;
    };
  }

  private static byte[] head(int status, String lengthHeader, String... headers) {
    var head = new StringBuilder("HTTP/1.1 " + status + " Scripted\r\n");
    if (lengthHeader != null) {
      head.append(lengthHeader).append("\r\n");
    }
    for (String header : headers) {
      head.append(header).append("\r\n");
    }
    return head.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII);
  }

  private static boolean isClosedWithin(Duration time, ScriptedServer server) {
    try {
      return server.closed().await(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }
}
