package io.tidemark.sink.client;

import io.tidemark.sink.ClientOptions;
import io.tidemark.sink.Payload;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.WriteClient;
import io.tidemark.sink.WriteResult;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * A client that blocks: each payload in flight takes a thread and a connection, and {@link
 * Progress} measures its latency. The session that was done last is used next, so there are as many
 * threads and connections as payloads were in flight at once in the last seconds. Thread-safe.
 */
public final class SessionClient implements WriteClient {
  /**
   * A session that is idle for this long is closed, because another client may wait for a
   * connection.
   */
  private static final long IDLE_SECONDS = 5;

  /** Opens a session, and leaves nothing open if that fails. */
  public interface Opener {
    Session open() throws Exception;
  }

  private final String endpoint;
  private final Set<String> encodings;
  private final ClientOptions options;
  private final Opener opener;
  private final Function<Exception, Failure> meaning;
  private final ConcurrentLinkedDeque<Session> idle = new ConcurrentLinkedDeque<>();

  /** These are all sessions, and when each last began to write. */
  private final Map<Session, Long> open = new ConcurrentHashMap<>();

  private final ClientThreads made;
  private final ThreadPoolExecutor threads;
  private final ScheduledThreadPoolExecutor deadlines;
  private volatile boolean closed;

  /**
   * @param endpoint host and port, for results
   * @param encoding the encoding of the payloads that its sessions write
   * @param meaning says what an exception of a session means
   */
  public SessionClient(
      String endpoint,
      String encoding,
      ClientOptions options,
      Opener opener,
      Function<Exception, Failure> meaning) {
    this.endpoint = endpoint;
    this.encodings = Set.of(encoding);
    this.options = options;
    this.opener = opener;
    this.meaning = meaning;
    this.made = new ClientThreads(options.name());
    this.threads =
        new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), made);
    this.deadlines = new ScheduledThreadPoolExecutor(1, made);
    deadlines.setRemoveOnCancelPolicy(true);
    deadlines.scheduleWithFixedDelay(this::closeIdle, IDLE_SECONDS, 1, TimeUnit.SECONDS);
  }

  private void closeIdle() {
    long before = System.nanoTime() - TimeUnit.SECONDS.toNanos(IDLE_SECONDS);
    for (Session session : idle) {
      Long usedAtNanos = open.get(session);
      if (usedAtNanos != null && usedAtNanos - before < 0 && idle.remove(session)) {
        open.remove(session);
        session.close();
      }
    }
  }

  @Override
  public CompletableFuture<WriteResult> write(Payload payload) {
    payload.requireEncoding(encodings);
    return CompletableFuture.supplyAsync(() -> send(payload), threads);
  }

  private WriteResult send(Payload payload) {
    var call = new Call(payload);
    try {
      return call.run();
    } catch (RuntimeException e) {
      return call.result(ResponseClass.FATAL, "", ErrorText.of("the client failed: " + e));
    } catch (Exception e) {
      return call.failed(e);
    } finally {
      call.end();
    }
  }

  /** One payload in flight. */
  private final class Call {
    private final Payload payload;
    private final Progress progress = new Progress();
    private Session session;
    private ScheduledFuture<?> deadline;

    Call(Payload payload) {
      this.payload = payload;
    }

    WriteResult run() throws Exception {
      session = session();
      progress.connected();
      deadline =
          deadlines.schedule(session::abort, options.timeout().toMillis(), TimeUnit.MILLISECONDS);
      long stored = session.write(payload, progress);
      boolean wasThere = stored == 0 && payload.samples() > 0;
      return result(wasThere ? ResponseClass.ALREADY_STORED : ResponseClass.OK, "", "");
    }

    WriteResult failed(Exception e) {
      Failure failure = meaning.apply(e);
      String text = ErrorText.of(String.valueOf(e.getMessage()));
      return result(
          failure.outcome(),
          failure.code(),
          failure.remedy().isEmpty() ? text : text + "; " + failure.remedy());
    }

    WriteResult result(ResponseClass outcome, String code, String error) {
      return new WriteResult(
          outcome,
          code,
          progress.attempts(),
          progress.bytes(),
          endpoint,
          error,
          OptionalLong.empty(),
          progress.timing());
    }

    void end() {
      if (deadline != null) {
        deadline.cancel(false);
      }
      if (session != null) {
        putBack(session);
      }
    }
  }

  private Session session() throws Exception {
    for (Session session = idle.pollFirst(); session != null; session = idle.pollFirst()) {
      if (session.isOpen()) {
        open.put(session, System.nanoTime());
        return session;
      }
      open.remove(session);
    }
    Session session = opener.open();
    open.put(session, System.nanoTime());
    return session;
  }

  private void putBack(Session session) {
    if (closed || !session.isOpen()) {
      open.remove(session);
      session.close();
    } else {
      idle.addFirst(session);
    }
  }

  @Override
  public long cpuNanos() {
    return made.cpuNanos();
  }

  @Override
  public void close() {
    closed = true;
    open.keySet().forEach(Session::abort);
    threads.shutdownNow();
    deadlines.shutdownNow();
    try {
      threads.awaitTermination(10, TimeUnit.SECONDS);
      deadlines.awaitTermination(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    open.keySet().forEach(Session::close);
  }
}
