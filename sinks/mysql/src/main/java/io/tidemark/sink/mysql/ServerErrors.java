package io.tidemark.sink.mysql;

import static io.tidemark.sink.ResponseClass.FATAL;
import static io.tidemark.sink.ResponseClass.REJECT;
import static io.tidemark.sink.ResponseClass.RETRY;
import static io.tidemark.sink.ResponseClass.THROTTLED;

import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.client.Failure;
import io.tidemark.sink.client.TlsFailure;
import java.sql.SQLException;
import java.util.List;

/**
 * What an error means for the rows that were sent. A number says more than its SQLSTATE, for HY000
 * and 42000 stand for many things. Numbers and states are those of MySQL's "Server Error Message
 * Reference" and MariaDB's "Error Codes"; 08006 and S1009 are the driver's. Only what is known to
 * pass is sent again.
 */
final class ServerErrors {
  /**
   * @param number of the server's; 0: the row is for a class
   * @param state what the SQLSTATE begins with; "" where the row is for a number
   * @param remedy what to change, "" where nothing is to be changed
   */
  record Meaning(int number, String state, ResponseClass outcome, String remedy) {}

  private static final String GRANT =
      "grant the user SELECT, INSERT and UPDATE on both tables, and CREATE if it is to make them";
  private static final String READ_ONLY = "it takes no writes: is it a replica?";
  private static final String MEMORY = "lower write.in-flight, or give the server more memory";

  static final List<Meaning> TABLE =
      List.of(
          // Too much to do.
          number(1040, THROTTLED, "lower write.in-flight, or raise max_connections"),
          number(1203, THROTTLED, "lower write.in-flight, or raise max_user_connections"),
          number(1226, THROTTLED, "lower write.in-flight, or raise the user's limit"),
          number(1461, THROTTLED, "raise max_prepared_stmt_count"),
          number(1637, THROTTLED, "lower write.in-flight: too many transactions at once"),
          number(1206, THROTTLED, "lower write.batch-samples: too many locks at once"),
          number(1135, THROTTLED, MEMORY),
          number(1037, THROTTLED, MEMORY),
          number(1038, THROTTLED, MEMORY),
          number(1041, THROTTLED, MEMORY),
          // What passes.
          number(1205, RETRY, ""),
          number(1213, RETRY, ""),
          number(1020, RETRY, ""),
          number(1053, RETRY, ""),
          number(1317, RETRY, ""),
          number(1412, RETRY, ""),
          number(1615, RETRY, ""),
          number(1927, RETRY, ""),
          number(1969, RETRY, ""),
          number(3024, RETRY, ""),
          number(1021, RETRY, "its disk is full"),
          number(1114, RETRY, "the table is full, or its disk"),
          number(1290, RETRY, READ_ONLY),
          number(1792, RETRY, READ_ONLY),
          number(1836, RETRY, READ_ONLY),
          // The rows'.
          number(1366, REJECT, ""),
          number(1153, REJECT, "raise max_allowed_packet"),
          // Ours, or the user's.
          number(1044, FATAL, GRANT),
          number(1142, FATAL, GRANT),
          number(1143, FATAL, GRANT),
          number(1227, FATAL, GRANT),
          number(1049, FATAL, "name a database that exists in target.urls"),
          number(1046, FATAL, "name the database in target.urls: mysql://host:3306/DATABASE"),
          number(1146, FATAL, "create the tables (docs/mysql.md), or set target.create-tables"),
          number(1286, FATAL, "the server lacks that target.engine"),
          number(1129, FATAL, "the server has blocked this host: mysqladmin flush-hosts"),
          number(1130, FATAL, "the user may not come from this host"),
          number(3159, FATAL, "the server insists on TLS: set target.ssl-mode"),
          state("08001", FATAL, "check target.tls.ca-file and target.ssl-mode"),
          state("08004", FATAL, "check target.urls and target.auth"),
          state("08006", FATAL, "check target.tls.ca-file and target.ssl-mode"),
          state("08", RETRY, ""),
          state("22", REJECT, ""),
          state("23", REJECT, ""),
          state("25006", RETRY, READ_ONLY),
          state("28", FATAL, "check target.auth"),
          state("40", RETRY, ""),
          state("42", FATAL, "check target.table and the table's columns"),
          state("70100", RETRY, ""),
          state("S1009", FATAL, "the server asks for the password itself: set target.ssl-mode"),
          state("XA", RETRY, ""));

  /** Nothing is known of it, so it is not sent again and again. */
  private static final Meaning UNKNOWN =
      new Meaning(0, "", FATAL, "nothing is known here of this error");

  private ServerErrors() {}

  private static Meaning number(int number, ResponseClass outcome, String remedy) {
    return new Meaning(number, "", outcome, remedy);
  }

  private static Meaning state(String prefix, ResponseClass outcome, String remedy) {
    return new Meaning(0, prefix, outcome, remedy);
  }

  /**
   * @param state null where there was no answer
   */
  static Meaning of(int number, String state) {
    return TABLE.stream()
        .filter(
            meaning ->
                meaning.number() != 0
                    ? meaning.number() == number
                    : state != null && state.startsWith(meaning.state()))
        .findFirst()
        .orElse(UNKNOWN);
  }

  static Failure failure(SQLException e) {
    Meaning meaning =
        TlsFailure.isRefusal(e) ? of(0, "08001") : of(e.getErrorCode(), e.getSQLState());
    return new Failure(meaning.outcome(), code(e), meaning.remedy());
  }

  /** What the driver says of itself has no number, or -1. */
  private static String code(SQLException e) {
    return e.getErrorCode() <= 0
        ? "SQLSTATE " + e.getSQLState()
        : "SQLSTATE %s, error %d".formatted(e.getSQLState(), e.getErrorCode());
  }
}
