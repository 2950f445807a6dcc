package io.tidemark.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** What Compose would take without a word, and should not stand in {@code deploy/compose}. */
class ComposeTest {
  private static final Pattern PINNED = Pattern.compile("[a-z/-]+:v?\\d+[\\w.-]*");

  private final Map<String, Map<String, Object>> services = services();

  @Test
  void everyPortIsPublishedOnLoopbackAlone() {
    assertThat(listed("ports")).isNotEmpty().allMatch(port -> port.startsWith("127.0.0.1:"));
  }

  @Test
  void everyImageIsPinnedAndOfTheVersionsThatTheBuildNames() throws IOException {
    List<String> images =
        services.values().stream().map(service -> service.get("image").toString()).toList();
    assertThat(images)
        .allMatch(image -> PINNED.matcher(image).matches())
        .contains("flink:" + property("flink.version") + "-java17")
        .contains("apache/kafka:" + property("kafka.version"));
  }

  @Test
  void everyFileThatIsMountedIsThere() {
    List<String> mounted =
        listed("volumes").stream()
            .map(volume -> volume.split(":")[0])
            .filter(path -> path.startsWith("."))
            .toList();
    assertThat(mounted)
        .hasSizeGreaterThan(5)
        .allMatch(
            path ->
                path.contains("/target/") || Files.exists(Compose.FILE.getParent().resolve(path)));
  }

  /** But for that which ends at once, and that which waits for a job. */
  @Test
  void everyServiceSaysWhetherItIsHealthyAndWaitsForThoseThatItNeeds() {
    services.forEach(
        (name, service) -> {
          if (!List.of("data-owner", "watch").contains(name)) {
            assertThat(service).as(name).containsKey("healthcheck");
          }
          assertThat(service.getOrDefault("depends_on", Map.of()))
              .as("conditions of " + name)
              .isInstanceOf(Map.class);
        });
  }

  @Test
  void noServiceGrowsForEver() {
    services.forEach(
        (name, service) -> {
          if (!name.equals("data-owner")) {
            assertThat(service).as(name).containsKeys("mem_limit", "logging");
          }
        });
    assertThat(services.get("kafka").get("environment").toString())
        .contains("KAFKA_LOG_RETENTION_BYTES", "KAFKA_LOG_RETENTION_HOURS");
    assertThat(services.get("victoria-metrics").get("command").toString())
        .containsPattern("-retentionPeriod=\\d+d")
        .contains("-storage.minFreeDiskSpaceBytes=");
  }

  @Test
  void nobodyHasAPasswordThatEverybodyKnows() {
    assertThat(services.get("grafana").get("environment").toString())
        .contains("GF_SECURITY_DISABLE_INITIAL_ADMIN_CREATION=true");
  }

  private List<String> listed(String key) {
    var all = new ArrayList<String>();
    for (Map<String, Object> service : services.values()) {
      if (service.get(key) instanceof List<?> list) {
        list.forEach(item -> all.add(item.toString()));
      }
    }
    return all;
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Map<String, Object>> services() {
    try {
      Map<String, Object> file = new Yaml().load(Files.readString(Compose.FILE));
      return (Map<String, Map<String, Object>>) file.get("services");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String property(String name) throws IOException {
    Matcher property =
        Pattern.compile("<%1$s>(.*)</%1$s>".formatted(name))
            .matcher(Files.readString(Repository.root().resolve("pom.xml")));
    assertThat(property.find()).isTrue();
    return property.group(1);
  }
}
