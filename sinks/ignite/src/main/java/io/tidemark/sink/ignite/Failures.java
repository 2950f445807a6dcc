package io.tidemark.sink.ignite;

import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.client.Failure;
import io.tidemark.sink.rows.CollisionException;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.ignite.lang.ErrorGroups;
import org.apache.ignite.lang.IgniteException;
import org.apache.ignite.lang.TraceableException;
import org.apache.ignite.tx.RetriableTransactionException;

/** What it means that rows were not written, by the code of Ignite's error. Pure. */
final class Failures {
  private static final Failure NONE = new Failure(ResponseClass.RETRY, "", "");
  private static final Failure DEFECT = new Failure(ResponseClass.FATAL, "", "");

  /** What no repetition mends, and no other rows. */
  private static final Map<Integer, String> FATAL =
      Map.of(
          ErrorGroups.Client.PROTOCOL_COMPATIBILITY_ERR,
          "Ignite 3.1 and later are known",
          ErrorGroups.Client.CONFIGURATION_ERR,
          "",
          ErrorGroups.Client.CLUSTER_ID_MISMATCH_ERR,
          "target.urls name servers of several clusters",
          ErrorGroups.Client.TABLE_ID_NOT_FOUND_ERR,
          "the table was dropped while it was written to",
          ErrorGroups.Table.TABLE_NOT_FOUND_ERR,
          "make the table, or set target.create-tables=true",
          ErrorGroups.Table.COLUMN_NOT_FOUND_ERR,
          "the table was made with other columns: name another in target.table",
          ErrorGroups.Storage.STORAGE_CORRUPTED_ERR,
          "");

  private Failures() {}

  static Failure of(Throwable thrown) {
    Throwable e = cause(thrown);
    if (e instanceof CollisionException) {
      return new Failure(ResponseClass.FATAL, "collision", "");
    }
    // A cause says more than what its way here made of it.
    Failure known = null;
    for (Throwable each = e; each != null && known == null; each = each.getCause()) {
      known = known(each);
    }
    if (known != null) {
      return known;
    }
    if (e instanceof TraceableException error) {
      return new Failure(ResponseClass.RETRY, code(error), "");
    }
    return e instanceof RuntimeException ? DEFECT : NONE;
  }

  /** Without what futures put around it. */
  static Throwable cause(Throwable thrown) {
    Throwable e = thrown;
    while ((e instanceof CompletionException || e instanceof ExecutionException)
        && e.getCause() != null) {
      e = e.getCause();
    }
    return e;
  }

  private static Failure known(Throwable each) {
    if (!(each instanceof TraceableException error)) {
      return null;
    }
    int code = error.code();
    String fatal = FATAL.get(code);
    if (fatal != null) {
      return new Failure(ResponseClass.FATAL, code(error), fatal);
    }
    if (code == ErrorGroups.Replicator.GROUP_OVERLOADED_ERR) {
      return new Failure(ResponseClass.THROTTLED, code(error), "");
    }
    if (error.groupCode() == ErrorGroups.Authentication.AUTHENTICATION_ERR_GROUP.groupCode()) {
      return new Failure(
          ResponseClass.FATAL, code(error), "this sink does not log in: see docs/ignite.md");
    }
    if (error.groupCode() == ErrorGroups.Marshalling.MARSHALLING_ERR_GROUP.groupCode()
        || code == ErrorGroups.Sql.CONSTRAINT_VIOLATION_ERR) {
      return new Failure(ResponseClass.REJECT, code(error), "");
    }
    return each instanceof RetriableTransactionException
        ? new Failure(ResponseClass.RETRY, code(error), "")
        : null;
  }

  /** As Ignite writes it: the group's name and a number. */
  private static String code(TraceableException error) {
    return error instanceof IgniteException own
        ? own.codeAsString()
        : "IGN-%d-%d".formatted(error.groupCode(), error.errorCode());
  }
}
