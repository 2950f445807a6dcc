package io.tidemark.sink.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sink.ResponseClass;
import java.io.EOFException;
import java.sql.SQLException;
import java.util.List;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerErrorsTest {
  /** Names as in MySQL's "Server Error Message Reference" and MariaDB's "Error Codes". */
  @ParameterizedTest
  @CsvSource({
    "1040, 08004, THROTTLED, ER_CON_COUNT_ERROR",
    "1203, 42000, THROTTLED, ER_TOO_MANY_USER_CONNECTIONS",
    "1226, 42000, THROTTLED, ER_USER_LIMIT_REACHED",
    "1461, 42000, THROTTLED, ER_MAX_PREPARED_STMT_COUNT_REACHED",
    "1213, 40001, RETRY, ER_LOCK_DEADLOCK",
    "3101, 40000, RETRY, ER_TRANSACTION_ROLLBACK_DURING_COMMIT",
    "1205, HY000, RETRY, ER_LOCK_WAIT_TIMEOUT",
    "1614, XA102, RETRY, ER_XA_RBDEADLOCK",
    "1053, 08S01, RETRY, ER_SERVER_SHUTDOWN",
    "1927, 70100, RETRY, ER_CONNECTION_KILLED",
    "1317, 70100, RETRY, ER_QUERY_INTERRUPTED",
    "3024, HY000, RETRY, ER_QUERY_TIMEOUT",
    "1021, HY000, RETRY, ER_DISK_FULL",
    "1290, HY000, RETRY, ER_OPTION_PREVENTS_STATEMENT",
    "1792, 25006, RETRY, ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION",
    "-1, 08000, RETRY, no answer",
    "-1, 08006, FATAL, a certificate for another host",
    "0, S1009, FATAL, the password is asked for without TLS",
    "1251, 08004, FATAL, ER_NOT_SUPPORTED_AUTH_MODE",
    "1366, HY000, REJECT, ER_TRUNCATED_WRONG_VALUE_FOR_FIELD of MySQL",
    "1366, 22007, REJECT, ER_TRUNCATED_WRONG_VALUE_FOR_FIELD of MariaDB",
    "1264, 22003, REJECT, ER_WARN_DATA_OUT_OF_RANGE",
    "1406, 22001, REJECT, ER_DATA_TOO_LONG",
    "1048, 23000, REJECT, ER_BAD_NULL_ERROR",
    "4025, 23000, REJECT, ER_CONSTRAINT_FAILED",
    "1153, 08S01, REJECT, ER_NET_PACKET_TOO_LARGE",
    "1045, 28000, FATAL, ER_ACCESS_DENIED_ERROR",
    "1044, 42000, FATAL, ER_DBACCESS_DENIED_ERROR",
    "1049, 42000, FATAL, ER_BAD_DB_ERROR",
    "1142, 42000, FATAL, ER_TABLEACCESS_DENIED_ERROR",
    "1146, 42S02, FATAL, ER_NO_SUCH_TABLE",
    "1054, 42S22, FATAL, ER_BAD_FIELD_ERROR",
    "1064, 42000, FATAL, ER_PARSE_ERROR",
    "3159, HY000, FATAL, ER_SECURE_TRANSPORT_REQUIRED",
    "1105, HY000, FATAL, ER_UNKNOWN_ERROR"
  })
  void meanWhatTheirNumberOrClassSays(
      int number, String state, ResponseClass outcome, String name) {
    assertThat(ServerErrors.of(number, state).outcome()).as(name).isEqualTo(outcome);
  }

  /** What a server said has its number; the driver's own have none, or -1. */
  @Test
  void areToldByTheirStateAndNumber() {
    assertThat(ServerErrors.failure(new SQLException("full", "HY000", 1040)).code())
        .isEqualTo("SQLSTATE HY000, error 1040");
    assertThat(ServerErrors.failure(new SQLException("gone", "08000", -1)).code())
        .isEqualTo("SQLSTATE 08000");
  }

  /** As JSSE has it when a server restarts while a session is opened. */
  @Test
  void ofAConnectionThatClosedDuringItsHandshakeAreTriedAgain() {
    var closed = new SSLHandshakeException("Remote host terminated the handshake");
    closed.initCause(new EOFException("SSL peer shut down incorrectly"));
    assertThat(ServerErrors.failure(new SQLException("can't connect", "08S01", closed)).outcome())
        .isEqualTo(ResponseClass.RETRY);
  }

  @Test
  void thatEndTheRunSayWhatToChange() {
    assertThat(ServerErrors.TABLE)
        .filteredOn(meaning -> meaning.outcome() == ResponseClass.FATAL)
        .isNotEmpty()
        .allSatisfy(meaning -> assertThat(meaning.remedy()).as("%s", meaning).isNotBlank());
  }

  /** The first that fits is taken: numbers before classes, and a code before its class. */
  @Test
  void standBeforeTheirClass() {
    List<ServerErrors.Meaning> rows = ServerErrors.TABLE;
    for (int i = 0; i < rows.size(); i++) {
      for (ServerErrors.Meaning later : rows.subList(i + 1, rows.size())) {
        if (rows.get(i).number() == 0) {
          assertThat(later.number()).isZero();
          assertThat(later.state()).doesNotStartWith(rows.get(i).state());
        } else {
          assertThat(later.number()).isNotEqualTo(rows.get(i).number());
        }
      }
    }
  }

  @Test
  void ofTlsEndTheRun() {
    var failure = new SQLException("no", "08S01", new SSLHandshakeException("unknown authority"));
    assertThat(ServerErrors.failure(failure).outcome()).isEqualTo(ResponseClass.FATAL);
    assertThat(ServerErrors.failure(failure).remedy()).contains("target.tls.ca-file");
  }
}
