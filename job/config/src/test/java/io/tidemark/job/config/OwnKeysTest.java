package io.tidemark.job.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.sink.OptionKey;
import io.tidemark.sink.OptionKey.Type;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Keys that a kind of database has for itself. */
class OwnKeysTest {
  @TempDir Path folder;

  @Test
  void areTakenPrintedAndExplainedLikeAnyOther() {
    JobConfig config = TestConfig.of("target.tenant=7:3", "target.compression=zstd");

    assertThat(config.target().options())
        .containsEntry("tenant", "7:3")
        .containsEntry("compression", "zstd");
    assertThat(ConfigLoader.print(config))
        .containsPattern("(?m)^  tenant: '?7:3'?  # .*accountID")
        .containsPattern("(?m)^  compression: zstd  # ");
  }

  @Test
  void ofAnotherDatabaseAreRefusedWithItsName() {
    var schema =
        new Schema("own", Map.of("own", new Kind("own", "table"), "vm", new Kind("vm", "tenant")));

    assertThat(schema.key("target.table")).isPresent();
    assertThat(schema.key("target.tenant")).isEmpty();
    assertThat(schema.unknown("target.tenant"))
        .startsWith("target.tenant is a key of target.type=vm, not of own; did you mean target.");
    assertThat(schema.unknown("target.tabel"))
        .isEqualTo("unknown key target.tabel; did you mean target.table?");
    assertThat(schema.needsKeys("target")).contains("table").doesNotContain("options");
  }

  @Test
  void thatAllHaveMayHaveADefaultOfTheDatabases() {
    var widest = new Schema("own", Map.of("own", new Kind("own", "table")));
    var victoriametrics = TestConfig.of().limits();

    assertThat(widest.databaseDefaults().get("limits.label-value-bytes").describe())
        .isEqualTo("limits.label-value-bytes=64KiB");
    assertThat(widest.databaseDefaults().get("limits.future").describe())
        .isEqualTo("limits.future=36500d");
    assertThat(widest.databaseDefaults().get("target.urls").value())
        .isEqualTo(new Value.Items(List.of(new Value.Scalar("own://127.0.0.1", false))));
    assertThat(TestConfig.of().target().urls())
        .containsExactly(URI.create("http://127.0.0.1:8428"));
    assertThat(TestConfig.of().write().batchSamples()).isEqualTo(10_000);
    assertThat(widest.databaseDefaults().get("write.batch-samples").value())
        .isEqualTo(new Value.Scalar("500", false));
    assertThat(victoriametrics.labelValueBytes()).isEqualTo(4096);
    assertThat(TestConfig.of("limits.label-value-bytes=5000").limits().labelValueBytes())
        .isEqualTo(5000);
  }

  @ParameterizedTest
  @CsvSource({
    "INTEGER, 1_000, 1000, 1000",
    "BOOLEAN, true, true, true",
    "DURATION, 90s, PT1M30S, 1m30s",
    "SIZE, 4MiB, 4194304, 4MiB",
    "TEXT, a b, a b, a b"
  })
  void reachTheirModuleInOneForm(Type type, String text, String value, String printed) {
    var key = new OptionKey<>("key", type, List.of(), "", "", false, Function.identity());

    assertThat(OptionText.parse(key, text)).isEqualTo(value);
    assertThat(OptionText.format(key, value)).hasToString(printed);
  }

  @ParameterizedTest
  @CsvSource({"INTEGER, x", "BOOLEAN, yes", "DURATION, 10", "SIZE, 4MB"})
  void areCheckedByTheirType(Type type, String text) {
    var key = new OptionKey<>("key", type, List.of(), "", "", false, Function.identity());

    assertThatThrownBy(() -> OptionText.parse(key, text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("expected ");
  }

  @Test
  void thatAreSecretAreNotShown() {
    var secret = new OptionKey<>("token", Type.TEXT, List.of(), "", "", true, Function.identity());
    var setting =
        new Setting(Key.of("target.token", secret), new Value.Scalar("hunter2", false), "--set");

    assertThat(setting.describe()).isEqualTo("target.token");
  }

  /** As an earlier Tidemark printed it beside a comparison. */
  @Test
  void standWhereTheyAlwaysStood() throws Exception {
    Path file = folder.resolve("a.yaml");
    Files.writeString(
        file,
        """
        target:
          type: victoriametrics
          urls: [http://127.0.0.1:8428]
          tenant: '7'
          extra-labels: {}
          compression: zstd
          metrics-urls: []
        """);

    var target = ConfigLoader.load(Optional.of(file), List.of()).config().target();

    assertThat(target.options()).containsEntry("tenant", "7").containsEntry("compression", "zstd");
  }
}
