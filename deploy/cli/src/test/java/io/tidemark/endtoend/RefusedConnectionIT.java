package io.tidemark.endtoend;

import io.tidemark.sink.OwnedDatabase;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A database that is not there: the system refuses each connection at once. */
@Tag("slow")
@Tag("guards:job/pipeline")
@Tag("guards:sinks/http")
class RefusedConnectionIT {
  /** Five minutes with {@code ./tidemark test --all}. */
  private static final Duration AWAY =
      Duration.ofSeconds(Integer.getInteger("tidemark.refused-seconds", 40));

  @Test
  void aJobTriesUntilTheDatabaseIsThereAgainAndIsNotBegunAnew() {
    AwayDatabase.losesNothing(
        OwnedDatabase::stop,
        AWAY,
        database -> database.restart(OwnedDatabase.Settings.DEFAULT),
        List.of());
  }
}
