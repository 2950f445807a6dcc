package io.tidemark.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.FlinkVersions;
import io.tidemark.testing.Repository;
import io.tidemark.testing.check.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** docs/compatibility.md names the versions that the tests take. */
class CompatibilityPageTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Java | pom.xml | <maven.compiler.release>([^<]+)",
        "Kafka | pom.xml | <kafka.version>([^<]+)",
        "VictoriaMetrics | pom.xml | victoria-metrics:v([^<]+)",
        "RocksDB | pom.xml | rocksdbjni</artifactId><version>([^<]+)",
        "Ignite | pom.xml | ignite-client</artifactId><version>([^<]+)",
        "OpenTSDB | sinks/opentsdb/tsd.pom.xml | opentsdb</artifactId><version>([^<]+)",
        "OpenTSDB | sinks/opentsdb/hbase.pom.xml | hbase-server</artifactId><version>([^<]+)",
        "Helm | deploy/tools/helm.sh | helm_version=(\\S+)",
      })
  void theVersionIsTheOneThatTheTestsTake(String part, String file, String where)
      throws IOException {
    Matcher version =
        Pattern.compile(where).matcher(Files.readString(Repository.root().resolve(file)));
    assertThat(version.find()).as(where).isTrue();
    assertThat(tested(part)).contains(version.group(1));
  }

  @Test
  void theVersionsOfFlinkAreThoseThatTheJobRunsOn() {
    assertThat(tested("Flink")).contains(FlinkVersions.TESTED);
  }

  /** The last cell of its row. */
  private static String tested(String part) {
    Page page = Page.read(Repository.root(), Repository.root().resolve("docs/compatibility.md"));
    List<String> rows =
        page.lines().stream().filter(line -> line.startsWith("| %s |".formatted(part))).toList();
    assertThat(rows).as(part).hasSize(1);
    return rows.get(0).split(" \\| ")[2];
  }
}
