package io.tidemark.sink.rrdcached;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sink.ResponseClass;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DaemonErrorTest {
  /** As rrdcached 1.7.2 says it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "illegal attempt to update using time 20.000000 when last update time is 20.000000 (minimum one second step) | LATE | REJECT",
        "No such file: /var/lib/rrdcached/db/a.rrd | NO_FILE | RETRY",
        "RRD Error: creating '/db/a.rrd': File exists | FILE_EXISTS | RETRY",
        "No permission to recursively create: /db/t Did you pass -R to the daemon? | NO_FOLDERS | FATAL",
        "Permission denied. | NOT_ALLOWED | FATAL",
        "Unknown command: FETCHBIN | UNKNOWN_COMMAND | FATAL",
        "Can't use 'CREATE' here. | WRONG_PLACE | FATAL",
        "RRD Error: creating '/db/a.rrd': No space left on device | DISK_FULL | RETRY",
        "RRD Error: Cannot create temporary file | NO_TEMPORARY_FILE | RETRY",
        "Cannot create /db/t: Read-only file system | READ_ONLY | RETRY",
        "malloc failed. | NO_MEMORY | THROTTLED",
        "RRD Error: '/db/a.rrd' is not an RRD file | OTHER | REJECT",
        "stat failed with error 20. | OTHER | REJECT",
      })
  void saysWhatBecomesOfASample(String message, DaemonError answer, ResponseClass outcome) {
    assertThat(DaemonError.of(message)).isEqualTo(answer);
    assertThat(RefusedException.meaning(new RefusedException(message)).outcome())
        .isEqualTo(outcome);
  }

  @Test
  void takesABrokenLineAsPassingAndADefectNot() {
    assertThat(RefusedException.meaning(new IOException("broken pipe")).outcome())
        .isEqualTo(ResponseClass.RETRY);
    assertThat(RefusedException.meaning(new Exception("a defect")).outcome())
        .isEqualTo(ResponseClass.FATAL);
  }

  @Test
  void hasACodeForEachThatADeadLetterNames() {
    for (DaemonError answer : DaemonError.values()) {
      assertThat(answer.failure().code()).isNotBlank();
    }
  }
}
