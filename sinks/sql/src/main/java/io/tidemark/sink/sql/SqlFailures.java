package io.tidemark.sink.sql;

import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.client.Failure;
import io.tidemark.sink.rows.CollisionException;
import java.sql.SQLException;
import java.util.function.Function;

/** Says what an exception means for the rows that were sent. Pure. */
public final class SqlFailures {
  private static final Failure COLLISION = new Failure(ResponseClass.FATAL, "collision", "");

  private SqlFailures() {}

  /**
   * @param errors says what a database's own errors mean
   */
  public static Function<Exception, Failure> with(Function<SQLException, Failure> errors) {
    return e ->
        e instanceof SQLException error
            ? errors.apply(error)
            : e instanceof CollisionException
                ? COLLISION
                : new Failure(ResponseClass.FATAL, "", "");
  }
}
