package io.tidemark.job.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.build.Version;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PublicSettingsTest {
  private static final JobConfig CONFIG =
      ConfigLoader.load(
              Optional.empty(),
              List.of(
                  "amplify.m=6",
                  "amplify.n=5",
                  "parallelism=3",
                  "write.batch-samples=700",
                  "source.datagen.rate=1000",
                  "target.urls=['http://a:8480/insert/0/prometheus', 'http://b:8480']",
                  "target.metrics-urls=['http://a:8480']",
                  "target.tenant=7:3",
                  "target.auth.username=me",
                  "target.auth.password=${SECRET}"))
          .config();

  @Test
  void isReadBackFromTheTextThatFlinkKeeps() {
    assertThat(PublicSettings.parse(PublicSettings.of(CONFIG).toMap()))
        .contains(
            new PublicSettings(
                Version.TIDEMARK,
                6,
                5,
                700,
                3,
                1000,
                "victoriametrics",
                List.of(
                    URI.create("http://a:8480/insert/0/prometheus"), URI.create("http://b:8480")),
                List.of(URI.create("http://a:8480")),
                new TreeMap<>(Map.of("tenant", "7:3", "compression", "snappy"))));
  }

  @Test
  void namesNoUserAndNoSecret() {
    assertThat(PublicSettings.of(CONFIG).toMap().toString()).doesNotContain("me,", "SECRET");
  }

  @Test
  void isNoneOfOursWithoutEveryKey() {
    Map<String, String> ours = PublicSettings.of(CONFIG).toMap();
    // An option that is missing is at its default.
    ours.keySet().removeIf(key -> key.startsWith(PublicSettings.OPTION));
    for (String key : ours.keySet()) {
      var less = new HashMap<>(ours);
      less.remove(key);
      assertThat(PublicSettings.parse(less)).as(key).isEmpty();
    }
    assertThat(PublicSettings.parse(Map.of("input", "s3://bucket"))).isEmpty();
  }
}
