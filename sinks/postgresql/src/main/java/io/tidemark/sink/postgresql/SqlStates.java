package io.tidemark.sink.postgresql;

import static io.tidemark.sink.ResponseClass.ALREADY_STORED;
import static io.tidemark.sink.ResponseClass.FATAL;
import static io.tidemark.sink.ResponseClass.REJECT;
import static io.tidemark.sink.ResponseClass.RETRY;
import static io.tidemark.sink.ResponseClass.THROTTLED;

import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.client.Failure;
import java.sql.SQLException;
import java.util.List;

/**
 * What an SQLSTATE means for the rows that were sent, as PostgreSQL's appendix "Error Codes" lists
 * them. A table: the first row whose prefix fits; what is in none may pass, and is sent again.
 */
final class SqlStates {
  /**
   * @param prefix a code, or the class that its first two characters are
   * @param remedy what to change, "" where nothing is to be changed
   */
  record Meaning(String prefix, ResponseClass outcome, String remedy) {}

  static final List<Meaning> TABLE =
      List.of(
          // The server wants no such connection, ever: pgjdbc's code for "no password was given".
          new Meaning("08004", FATAL, "check target.auth, target.ssl-mode and pg_hba.conf"),
          new Meaning("08", RETRY, ""),
          new Meaning("22", REJECT, ""),
          new Meaning("23505", ALREADY_STORED, ""),
          new Meaning("23", REJECT, ""),
          new Meaning("25006", RETRY, "it takes no writes: is it a standby?"),
          new Meaning("28", FATAL, "check target.auth and pg_hba.conf"),
          new Meaning("3D", FATAL, "name a database that exists in target.urls"),
          new Meaning("3F", FATAL, "create the schema that target.table names"),
          new Meaning("40", RETRY, ""),
          new Meaning(
              "42501", FATAL, "grant the user INSERT and SELECT on both tables, and TEMPORARY"),
          new Meaning(
              "42P01",
              FATAL,
              "create the tables (docs/postgresql.md), or set target.create-tables"),
          new Meaning("42", FATAL, "check target.table and target.shape against the table"),
          new Meaning("0A", FATAL, "check the database's version"),
          new Meaning("53100", RETRY, "its disk is full"),
          new Meaning("53", THROTTLED, "lower write.in-flight, or raise max_connections"),
          new Meaning("54", REJECT, ""),
          new Meaning("55P03", RETRY, ""),
          new Meaning("57", RETRY, ""),
          new Meaning("P0001", REJECT, ""));

  private static final Meaning UNKNOWN = new Meaning("", RETRY, "");

  private SqlStates() {}

  /** Whether the connection is of no more use: it broke, or the server ends. */
  static boolean isGone(String state) {
    return state == null || state.startsWith("08") || state.startsWith("57P");
  }

  static Failure failure(SQLException e) {
    if (Connector.isTlsFailure(e)) {
      return new Failure(FATAL, code(e), "check target.tls.ca-file and target.ssl-mode");
    }
    Meaning meaning = of(e.getSQLState());
    return new Failure(meaning.outcome(), code(e), meaning.remedy());
  }

  private static String code(SQLException e) {
    return e.getSQLState() == null ? "" : "SQLSTATE " + e.getSQLState();
  }

  /**
   * @param state null where there was no answer
   */
  static Meaning of(String state) {
    return state == null
        ? UNKNOWN
        : TABLE.stream()
            .filter(meaning -> state.startsWith(meaning.prefix()))
            .findFirst()
            .orElse(UNKNOWN);
  }
}
