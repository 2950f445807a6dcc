package io.tidemark.sink.postgresql;

import io.tidemark.sink.ClientOptions;
import io.tidemark.sink.Payload;
import io.tidemark.sink.RequestTiming;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.WriteClient;
import io.tidemark.sink.WriteResult;
import io.tidemark.sink.client.ClientThreads;
import io.tidemark.sink.client.ErrorText;
import io.tidemark.sink.postgresql.CopySession.CollisionException;
import io.tidemark.sink.postgresql.CopySession.Written;
import java.sql.SQLException;
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

/**
 * Blocks: a thread and a connection for each payload that is on its way. Who was done last is next,
 * so there are as many of both as there were payloads at once in the last seconds. Thread-safe.
 */
final class CopyClient implements WriteClient {
  private static final String UNIQUE_VIOLATION = "23505";

  /** Another client may wait for a connection that this one does not use. */
  private static final long IDLE_SECONDS = 5;

  private final Connector connector;
  private final ClientOptions options;
  private final KnownSeries known = new KnownSeries();
  private final ConcurrentLinkedDeque<CopySession> idle = new ConcurrentLinkedDeque<>();
  private final Set<CopySession> open = ConcurrentHashMap.newKeySet();
  private final ClientThreads made;
  private final ThreadPoolExecutor threads;
  private final ScheduledThreadPoolExecutor deadlines;
  private volatile boolean closed;

  /**
   * @throws IllegalArgumentException if the target's settings can't be used
   */
  CopyClient(TargetConfig target, ClientOptions options) {
    this.connector = new Connector(target);
    this.options = options;
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
    for (CopySession session : idle) {
      if (session.usedAtNanos() - before < 0 && idle.remove(session)) {
        open.remove(session);
        session.close();
      }
    }
  }

  @Override
  public CompletableFuture<WriteResult> write(Payload payload) {
    return CompletableFuture.supplyAsync(() -> send(payload), threads);
  }

  private WriteResult send(Payload payload) {
    var call = new Call(payload);
    try {
      return call.run();
    } catch (SQLException e) {
      return call.failed(e);
    } catch (CollisionException e) {
      return call.result(ResponseClass.FATAL, "collision", ErrorText.of(e.getMessage()));
    } catch (RuntimeException e) {
      return call.result(ResponseClass.FATAL, "", ErrorText.of("the client failed: " + e));
    } finally {
      call.end();
    }
  }

  /** One payload on its way, and when it got how far. */
  private final class Call {
    private final Payload payload;
    private final long startNanos = System.nanoTime();
    private long connectedNanos;
    private long sentNanos;
    private int attempts = 1;
    private CopySession session;
    private ScheduledFuture<?> deadline;

    Call(Payload payload) {
      this.payload = payload;
    }

    WriteResult run() throws SQLException, CollisionException {
      session = session();
      connectedNanos = System.nanoTime();
      deadline =
          deadlines.schedule(session::abort, options.timeout().toMillis(), TimeUnit.MILLISECONDS);
      var body = new RowBody(payload.body());
      Written written = write(body);
      sentNanos = written.sentNanos();
      boolean wasThere = written.stored() == 0 && payload.samples() > 0;
      return result(wasThere ? ResponseClass.ALREADY_STORED : ResponseClass.OK, "", "");
    }

    /** Rows of a table with a unique index of the user's may be there, and others not. */
    private Written write(RowBody body) throws SQLException, CollisionException {
      boolean staged = connector.options().primaryKey();
      try {
        return session.write(body, staged);
      } catch (SQLException e) {
        if (staged || !UNIQUE_VIOLATION.equals(e.getSQLState())) {
          throw e;
        }
        attempts++;
        return session.write(body, true);
      }
    }

    WriteResult failed(SQLException e) {
      SqlStates.Meaning meaning = SqlStates.of(e.getSQLState());
      boolean isTls = Connector.isTlsFailure(e);
      String remedy = isTls ? "check target.tls.ca-file and target.ssl-mode" : meaning.remedy();
      String text = ErrorText.of(String.valueOf(e.getMessage()));
      return result(
          isTls ? ResponseClass.FATAL : meaning.outcome(),
          e.getSQLState() == null ? "" : "SQLSTATE " + e.getSQLState(),
          remedy.isEmpty() ? text : text + "; " + remedy);
    }

    WriteResult result(ResponseClass outcome, String code, String error) {
      long now = System.nanoTime();
      long connected = connectedNanos == 0 ? now : connectedNanos;
      long sent = sentNanos == 0 ? now : sentNanos;
      return new WriteResult(
          outcome,
          code,
          attempts,
          session == null ? 0 : (long) attempts * payload.body().length,
          connector.endpoint(),
          error,
          OptionalLong.empty(),
          new RequestTiming(connected - startNanos, sent - connected, now - sent));
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

  private CopySession session() throws SQLException {
    for (CopySession session = idle.pollFirst(); session != null; session = idle.pollFirst()) {
      if (session.isOpen()) {
        return session;
      }
      open.remove(session);
    }
    var connection = connector.open(options.timeout(), "tidemark");
    try {
      var session = new CopySession(connection, connector.options(), known, options.timeout());
      open.add(session);
      return session;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  private void putBack(CopySession session) {
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
    open.forEach(CopySession::abort);
    threads.shutdownNow();
    deadlines.shutdownNow();
    try {
      threads.awaitTermination(10, TimeUnit.SECONDS);
      deadlines.awaitTermination(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    open.forEach(CopySession::close);
  }
}
