package io.tidemark.sink.ignite;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.rows.CollisionException;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.apache.ignite.lang.ErrorGroups;
import org.apache.ignite.lang.IgniteException;
import org.apache.ignite.lang.MarshallerException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FailuresTest {
  static Stream<Arguments> failures() {
    return Stream.of(
        Arguments.of(ignite(ErrorGroups.Client.CONNECTION_ERR), ResponseClass.RETRY),
        Arguments.of(ignite(ErrorGroups.Replicator.REPLICA_TIMEOUT_ERR), ResponseClass.RETRY),
        Arguments.of(ignite(ErrorGroups.Replicator.REPLICA_MISS_ERR), ResponseClass.RETRY),
        Arguments.of(ignite(ErrorGroups.Transactions.ACQUIRE_LOCK_ERR), ResponseClass.RETRY),
        Arguments.of(ignite(ErrorGroups.Common.NODE_STOPPING_ERR), ResponseClass.RETRY),
        Arguments.of(ignite(ErrorGroups.Common.INTERNAL_ERR), ResponseClass.RETRY),
        Arguments.of(ignite(ErrorGroups.Replicator.GROUP_OVERLOADED_ERR), ResponseClass.THROTTLED),
        Arguments.of(ignite(ErrorGroups.Table.TABLE_NOT_FOUND_ERR), ResponseClass.FATAL),
        Arguments.of(ignite(ErrorGroups.Client.TABLE_ID_NOT_FOUND_ERR), ResponseClass.FATAL),
        Arguments.of(ignite(ErrorGroups.Client.CLUSTER_ID_MISMATCH_ERR), ResponseClass.FATAL),
        Arguments.of(
            ignite(ErrorGroups.Authentication.INVALID_CREDENTIALS_ERR), ResponseClass.FATAL),
        Arguments.of(ignite(ErrorGroups.Sql.CONSTRAINT_VIOLATION_ERR), ResponseClass.REJECT),
        Arguments.of(
            new MarshallerException(
                UUID.randomUUID(),
                ErrorGroups.Marshalling.COMMON_ERR,
                "too long",
                new RuntimeException()),
            ResponseClass.REJECT),
        Arguments.of(new CollisionException(1, "{}"), ResponseClass.FATAL),
        Arguments.of(new IllegalArgumentException("no table"), ResponseClass.FATAL),
        Arguments.of(new IllegalStateException("a defect"), ResponseClass.FATAL));
  }

  private static IgniteException ignite(int code) {
    return new IgniteException(code, "as the server says it");
  }

  @ParameterizedTest
  @MethodSource("failures")
  void haveTheirMeaningAlsoInsideOthers(Exception e, ResponseClass meaning) {
    assertThat(Failures.of(e).outcome()).isEqualTo(meaning);
    assertThat(Failures.of(new CompletionException(e)).outcome()).isEqualTo(meaning);
    if (e instanceof IgniteException own) {
      assertThat(Failures.of(e).code()).isEqualTo(own.codeAsString());
      Exception outer =
          new IgniteException(ErrorGroups.Common.INTERNAL_ERR, "of the streamer", own);
      assertThat(Failures.of(outer).outcome()).isEqualTo(meaning);
    }
  }
}
