package io.tidemark.sink.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sink.ResponseClass;
import java.io.EOFException;
import java.security.cert.CertificateException;
import java.sql.SQLException;
import java.util.List;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlStatesTest {
  /** Names as in PostgreSQL's appendix "Error Codes". */
  @ParameterizedTest
  @CsvSource({
    "08006, RETRY, connection_failure",
    "08004, FATAL, sqlserver_rejected_establishment_of_sqlconnection",
    "22P05, REJECT, untranslatable_character",
    "22021, REJECT, character_not_in_repertoire",
    "23505, ALREADY_STORED, unique_violation",
    "23514, REJECT, check_violation",
    "25006, RETRY, read_only_sql_transaction",
    "28P01, FATAL, invalid_password",
    "28000, FATAL, invalid_authorization_specification",
    "3D000, FATAL, invalid_catalog_name",
    "3F000, FATAL, invalid_schema_name",
    "40001, RETRY, serialization_failure",
    "40P01, RETRY, deadlock_detected",
    "42P01, FATAL, undefined_table",
    "42703, FATAL, undefined_column",
    "42501, FATAL, insufficient_privilege",
    "0A000, FATAL, feature_not_supported",
    "53100, RETRY, disk_full",
    "53200, THROTTLED, out_of_memory",
    "53300, THROTTLED, too_many_connections",
    "54000, REJECT, program_limit_exceeded",
    "55P03, RETRY, lock_not_available",
    "57014, RETRY, query_canceled",
    "57P01, RETRY, admin_shutdown",
    "57P03, RETRY, cannot_connect_now",
    "P0001, REJECT, raise_exception",
    "XX000, RETRY, internal_error"
  })
  void meanWhatTheirClassSays(String state, ResponseClass outcome, String name) {
    assertThat(SqlStates.of(state).outcome()).as(name).isEqualTo(outcome);
  }

  /** As JSSE and the driver have it when a server restarts while a session is opened. */
  @Test
  void ofAConnectionThatClosedDuringItsHandshakeAreTriedAgain() {
    var closed = new SSLHandshakeException("Remote host terminated the handshake");
    closed.initCause(new EOFException("SSL peer shut down incorrectly"));
    var refused = new SSLHandshakeException("PKIX path building failed");
    refused.initCause(new CertificateException("unknown authority"));

    assertThat(SqlStates.failure(new SQLException("SSL error", "08006", closed)).outcome())
        .isEqualTo(ResponseClass.RETRY);
    assertThat(SqlStates.failure(new SQLException("SSL error", "08006", refused)).outcome())
        .isEqualTo(ResponseClass.FATAL);
  }

  @Test
  void thatEndTheRunSayWhatToChange() {
    assertThat(SqlStates.TABLE)
        .filteredOn(meaning -> meaning.outcome() == ResponseClass.FATAL)
        .isNotEmpty()
        .allSatisfy(meaning -> assertThat(meaning.remedy()).as(meaning.prefix()).isNotBlank());
  }

  @Test
  void areNotThereWhereThereWasNoAnswer() {
    assertThat(SqlStates.of(null).outcome()).isEqualTo(ResponseClass.RETRY);
  }

  @Test
  void sayWhetherTheConnectionIsOfUse() {
    assertThat(List.of("08006", "57P01", "57P02")).allMatch(SqlStates::isGone);
    assertThat(List.of("57014", "23505", "22P05")).noneMatch(SqlStates::isGone);
  }

  /** The first that fits is taken, so a class must come after the codes in it. */
  @Test
  void standBeforeTheirClass() {
    List<String> prefixes = SqlStates.TABLE.stream().map(SqlStates.Meaning::prefix).toList();
    for (int i = 0; i < prefixes.size(); i++) {
      for (String later : prefixes.subList(i + 1, prefixes.size())) {
        assertThat(later).doesNotStartWith(prefixes.get(i));
      }
    }
  }
}
