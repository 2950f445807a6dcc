package io.tidemark.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class FlinkJobTest {
  /** As one finds it that was stopped meanwhile: overdue, and answered a moment later. */
  @Test
  void timeInWhichThisProcessWasStoppedIsNotFlinks() {
    var answer =
        new CompletableFuture<String>() {
          @Override
          public String get(long timeout, TimeUnit unit)
              throws InterruptedException, ExecutionException, TimeoutException {
            if (complete("late")) {
              throw new TimeoutException();
            }
            return super.get(timeout, unit);
          }
        };

    assertThat(FlinkJob.await(answer)).isEqualTo("late");
  }
}
