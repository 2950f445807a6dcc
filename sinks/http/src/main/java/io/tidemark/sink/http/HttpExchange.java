package io.tidemark.sink.http;

import io.tidemark.sink.RequestTiming;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.impl.BasicEntityDetails;
import org.apache.hc.core5.http.message.BasicHttpRequest;
import org.apache.hc.core5.http.nio.AsyncClientExchangeHandler;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.apache.hc.core5.http.nio.RequestChannel;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * One call on one connection. It sends the body from the caller's own array, keeps a bounded part
 * of the answer, and measures the call's latency by its phases ({@link RequestTiming}). The I/O
 * thread drives it. {@link #start} and {@link #end} may be called by any thread; only the first end
 * acts.
 */
final class HttpExchange implements AsyncClientExchangeHandler {
  /**
   * The most bytes handed to the socket at once. The JDK copies all that remains of a heap buffer
   * into a direct buffer before each write, even if the socket then takes only little of it; on a
   * slow link a whole body would be copied over and over. On loopback, 512 KiB cost a fifth less
   * CPU than 128 KiB.
   */
  private static final int CHUNK_BYTES = 512 * 1024;

  private final HttpCall call;
  private final Connections connections;
  private final CompletableFuture<HttpAnswer> answer = new CompletableFuture<>();
  private final ByteBuffer body;
  private final ByteArrayOutputStream answerBody = new ByteArrayOutputStream(0);

  private Future<?> deadline;
  private Connection connection;
  private long receivedBefore;
  private boolean ended;

  // The I/O thread writes these fields; the thread that ends the exchange reads them.
  private volatile long connectedNanos;
  private volatile long sentNanos;
  private volatile int bytesSent;
  private volatile HttpResponse head;
  private volatile boolean answered;
  private volatile boolean answerCut;

  HttpExchange(HttpCall call, Connections connections) {
    this.call = call;
    this.connections = connections;
    this.body = call.body() == null ? null : ByteBuffer.wrap(call.body());
  }

  CompletableFuture<HttpAnswer> answer() {
    return answer;
  }

  synchronized void endBy(Future<?> deadline) {
    this.deadline = deadline;
  }

  /** Begins on this connection, or gives it back if the exchange has ended meanwhile. */
  void start(Connection leased) {
    synchronized (this) {
      if (!ended) {
        connection = leased;
        connectedNanos = System.nanoTime();
      }
    }
    if (connection == null) {
      connections.release(leased);
      return;
    }
    receivedBefore = leased.receivedBytes();
    if (!leased.execute(this)) {
      failed(new ConnectionClosedException());
    }
  }

  /**
   * Ends the exchange and completes the answer.
   *
   * @param reason why there is no answer, or null
   */
  void end(Exception reason) {
    long now = System.nanoTime();
    Exception failure = reason == null && isAcceptedUnread() ? acceptedUnread() : reason;
    synchronized (this) {
      if (ended) {
        return;
      }
      ended = true;
      if (deadline != null) {
        deadline.cancel(false);
      }
    }
    boolean stale = isStale(failure);
    if (connection != null) {
      if (answered && isSent()) {
        connections.release(connection);
      } else {
        connection.abort();
      }
    }
    answer.complete(
        new HttpAnswer(
            head == null ? 0 : head.getCode(),
            failure,
            stale,
            this::header,
            answerBody.toByteArray(),
            answerCut,
            bytesSent,
            timing(now)));
  }

  private boolean isStale(Exception failure) {
    return failure instanceof IOException
        && connection != null
        && connection.isReused()
        && connection.receivedBytes() == receivedBefore;
  }

  private RequestTiming timing(long now) {
    long connected = connectedNanos == 0 ? now : connectedNanos;
    long sent = sentNanos == 0 ? now : sentNanos;
    return new RequestTiming(connected - call.startNanos(), sent - connected, now - sent);
  }

  private boolean isSent() {
    return body == null || bytesSent == call.body().length;
  }

  /**
   * Tells whether a 2xx answer came before the whole body was sent. A proxy may answer like that
   * for a server behind it, which can't have stored anything yet.
   */
  private boolean isAcceptedUnread() {
    return head != null && head.getCode() / 100 == 2 && !isSent();
  }

  private ProtocolException acceptedUnread() {
    return new ProtocolException(
        "HTTP %d came before the whole request was sent [sentBytes=%d, bytes=%d]"
            .formatted(head.getCode(), bytesSent, call.body().length));
  }

  private String header(String name) {
    Header header = head == null ? null : head.getFirstHeader(name);
    return header == null ? null : header.getValue();
  }

  @Override
  public void produceRequest(RequestChannel channel, HttpContext context)
      throws HttpException, IOException {
    Address to = call.to();
    var request = new BasicHttpRequest(call.method(), to.host(), to.pathAndQuery());
    request.addHeader(HttpHeaders.HOST, to.hostHeader());
    for (Header header : call.headers()) {
      request.addHeader(header);
    }
    if (body == null) {
      channel.sendRequest(request, null, context);
      sentNanos = System.nanoTime();
    } else {
      request.addHeader(HttpHeaders.CONTENT_LENGTH, call.body().length);
      channel.sendRequest(request, new BasicEntityDetails(call.body().length, null), context);
    }
  }

  @Override
  public int available() {
    return body == null ? 0 : call.body().length - body.position();
  }

  @Override
  public void produce(DataStreamChannel channel) throws IOException {
    int length = call.body().length;
    while (body.position() < length) {
      body.limit(Math.min(body.position() + CHUNK_BYTES, length));
      channel.write(body);
      bytesSent = body.position();
      if (body.hasRemaining()) {
        return;
      }
    }
    sentNanos = System.nanoTime();
    channel.endStream();
  }

  @Override
  public void consumeInformation(HttpResponse response, HttpContext context) {}

  @Override
  public void consumeResponse(HttpResponse response, EntityDetails entity, HttpContext context) {
    head = response;
    if (entity == null) {
      answered();
    }
  }

  @Override
  public void updateCapacity(CapacityChannel channel) throws IOException {
    channel.update(Integer.MAX_VALUE);
  }

  @Override
  public void consume(ByteBuffer part) {
    int take = Math.min(part.remaining(), call.maxAnswerBytes() - answerBody.size());
    answerBody.write(part.array(), part.arrayOffset() + part.position(), take);
    if (take < part.remaining()) {
      answerCut = true;
      end(null);
    }
    part.position(part.limit());
  }

  @Override
  public void streamEnd(List<? extends Header> trailers) {
    answered();
  }

  private void answered() {
    answered = true;
    end(null);
  }

  @Override
  public void failed(Exception cause) {
    end(cause);
  }

  @Override
  public void cancel() {
    end(new CancellationException("the connection was given up"));
  }

  @Override
  public void releaseResources() {
    end(new ConnectionClosedException());
  }
}
