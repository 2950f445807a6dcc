package io.tidemark.sink.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.process.Patience;
import io.tidemark.sink.ClientOptions;
import io.tidemark.sink.Payload;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.WriteResult;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class SessionClientTest {
  private static final Payload PAYLOAD = new Payload(new byte[3], "test", 7, 3);
  private static final Duration TIMEOUT = Patience.ofSeconds(20);

  private final List<TestSession> opened = Collections.synchronizedList(new ArrayList<>());

  /** What a session does with a payload. */
  private interface Work {
    long write(TestSession session) throws Exception;
  }

  private static final class TestSession implements Session {
    private final Work work;
    private final CountDownLatch aborted = new CountDownLatch(1);
    private volatile boolean open = true;

    TestSession(Work work) {
      this.work = work;
    }

    @Override
    public long write(Payload payload, Progress progress) throws Exception {
      progress.sent(payload.body().length);
      return work.write(this);
    }

    @Override
    public boolean isOpen() {
      return open;
    }

    @Override
    public void abort() {
      open = false;
      aborted.countDown();
    }

    @Override
    public void close() {
      open = false;
    }
  }

  private SessionClient client(Duration timeout, Work work) {
    return new SessionClient(
        "here:1",
        PAYLOAD.encoding(),
        new ClientOptions(4, timeout, "test"),
        () -> {
          var session = new TestSession(work);
          opened.add(session);
          return session;
        },
        e ->
            e instanceof IOException
                ? new Failure(ResponseClass.RETRY, "broken", "look at the line")
                : new Failure(ResponseClass.FATAL, "", ""));
  }

  private WriteResult write(Duration timeout, Work work) throws Exception {
    try (var client = client(timeout, work)) {
      return Patience.get(client.write(PAYLOAD));
    }
  }

  @Test
  void saysWhetherAnythingOfAPayloadWasNew() throws Exception {
    WriteResult fresh = write(TIMEOUT, session -> 1);
    assertThat(fresh.outcome()).isEqualTo(ResponseClass.OK);
    assertThat(fresh.endpoint()).isEqualTo("here:1");
    assertThat(fresh.bytesSent()).isEqualTo(3);
    assertThat(write(TIMEOUT, session -> 0).outcome()).isEqualTo(ResponseClass.ALREADY_STORED);
  }

  @Test
  void writesNothingThatWasMadeForAnotherKindOfDatabase() {
    try (var client = client(TIMEOUT, session -> 1)) {
      assertThatThrownBy(() -> client.write(new Payload(new byte[3], "other", 7, 3)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("[encoding=other, known=[test]]", "target.type");
    }
    assertThat(opened).isEmpty();
  }

  @Test
  void saysWhatAnErrorMeansAndWhatToDo() throws Exception {
    WriteResult broken =
        write(
            TIMEOUT,
            session -> {
              throw new IOException("broken\npipe");
            });
    assertThat(broken.outcome()).isEqualTo(ResponseClass.RETRY);
    assertThat(broken.code()).isEqualTo("broken");
    assertThat(broken.error()).isEqualTo("broken pipe; look at the line");
    WriteResult defect =
        write(
            TIMEOUT,
            session -> {
              throw new IllegalStateException("a defect");
            });
    assertThat(defect.outcome()).isEqualTo(ResponseClass.FATAL);
    assertThat(defect.error()).contains("a defect");
  }

  @Test
  void usesASessionAgainWhileItIsOpen() throws Exception {
    var work =
        new Object() {
          int writes;

          long write(TestSession session) {
            // The third ends what it was written over.
            if (++writes == 3) {
              session.close();
            }
            return 1;
          }
        };
    try (var client = client(TIMEOUT, work::write)) {
      for (int i = 0; i < 4; i++) {
        Patience.get(client.write(PAYLOAD));
      }
      assertThat(opened).hasSize(2);
    }
    assertThat(opened).noneMatch(TestSession::isOpen);
  }

  @Test
  void endsASessionThatTakesTooLong() throws Exception {
    WriteResult late =
        write(
            Duration.ofMillis(50),
            session -> {
              session.aborted.await();
              throw new IOException("closed");
            });
    assertThat(late.outcome()).isEqualTo(ResponseClass.RETRY);
  }
}
