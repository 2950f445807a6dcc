package io.tidemark.sink.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sink.sql.LockHolders.Holder;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LockHoldersTest {
  private static final Holder OTHERS =
      new Holder(7, "maintenance", "dba", "idle in transaction", "0.4");
  private static final Holder OURS = new Holder(8, "tidemark", "writer", "active", "0.1");

  private final LockHolders holders = new LockHolders();

  @Test
  void namesFirstWhoHeldMostOften() {
    holders.add(List.of(OTHERS), seconds(1));
    holders.add(List.of(OTHERS), seconds(2));
    holders.add(List.of(OURS), seconds(3));
    assertThat(holders.named())
        .containsExactly(
            "session 7 of dba (maintenance), idle in transaction, its transaction 0.4 s old",
            "session 8 of writer (tidemark), active, its transaction 0.1 s old");
  }

  @Test
  void forgetsWhoHasNotHeldAnythingForLong() {
    holders.add(List.of(OTHERS), seconds(1));
    holders.add(List.of(OURS), seconds(12));
    assertThat(holders.named()).hasSize(1).first().asString().contains("writer");
  }

  @Test
  void namesASessionWithoutANameOrATransaction() {
    holders.add(List.of(new Holder(9, "", "dba", "active", null)), 0);
    assertThat(holders.named()).containsExactly("session 9 of dba (unnamed), active");
  }

  private static long seconds(int seconds) {
    return Duration.ofSeconds(seconds).toNanos();
  }
}
