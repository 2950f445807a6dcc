package io.tidemark.sink.opentsdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Pages as OpenTSDB 2.4.1 has them, shortened. */
class TsdPagesTest {
  private static final String STATS =
      """
      [{"metric":"tsd.connectionmgr.connections","timestamp":1700000000,"value":"7","tags":{"type":"total","host":"h"}},
       {"metric":"tsd.connectionmgr.connections","timestamp":1700000000,"value":"3","tags":{"type":"open","host":"h"}},
       {"metric":"tsd.datapoints.added","timestamp":1700000000,"value":"12","tags":{"type":"all","class":"TSDB","host":"h"}}]
      """;
  private static final String JVM = "{\"runtime\":{\"startTime\":1700000000500,\"uptime\":5}}";
  private static final String VERSION = "{\"version\":\"2.4.1\",\"short_revision\":\"\"}";

  private static TsdPages of(String... pages) throws Exception {
    var bodies = new ArrayList<byte[]>();
    for (String page : pages) {
      bodies.add(page.getBytes(StandardCharsets.UTF_8));
    }
    return TsdPages.parse(bodies);
  }

  @Test
  void readsWhatThePagesSay() throws Exception {
    TsdPages read =
        of(
            STATS,
            JVM,
            VERSION,
            "{\"tsd.core.connections.limit\":\"5\",\"tsd.mode\":\"rw\",\"tsd.storage.enable_appends\":\"true\",\"tsd.storage.salt.width\":\"0\"}");

    assertThat(read.areThere()).isTrue();
    assertThat(read.pointsAdded()).hasValue(12);
    assertThat(read.openConnections()).hasValue(3);
    assertThat(read.connectionLimit()).hasValue(5);
    assertThat(read.startSeconds()).hasValue(1_700_000_000.5);
    assertThat(read.versionName()).contains("2.4.1");
    assertThat(read.readOnly()).hasValue(0);
    assertThat(read.flags()).isEqualTo(Map.of("tsd.storage.enable_appends", "true"));
  }

  @Test
  void leavesAbsentWhatIsNotThere() throws Exception {
    TsdPages read =
        of(
            "[{\"metric\":\"tsd.other\"}]",
            "{}",
            "{\"version\":\"BuildData\"}",
            "{\"tsd.mode\":\"ro\"}");

    assertThat(read.pointsAdded()).isEmpty();
    assertThat(read.openConnections()).isEmpty();
    assertThat(read.connectionLimit()).isEmpty();
    assertThat(read.startSeconds()).isEmpty();
    assertThat(read.versionName()).isEmpty();
    assertThat(read.readOnly()).hasValue(1);
    assertThat(read.flags()).isEmpty();
  }

  @Test
  void isNotThereWhereAnythingElseAnswers() throws Exception {
    for (String page : List.of("{}", "[]", "")) {
      assertThat(of(page, "{}", "{}", "{}").areThere()).isFalse();
    }
  }
}
