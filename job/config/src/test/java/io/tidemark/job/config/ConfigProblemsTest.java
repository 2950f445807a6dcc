package io.tidemark.job.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.series.Layout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigProblemsTest {
  @TempDir Path folder;

  /** A setting, and the line that must answer it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "write.in-fligth=3 | unknown key write.in-fligth; did you mean write.in-flight? (--set)",
        "in-flight=3 | unknown key in-flight; did you mean write.in-flight? (--set)",
        "source.datagen.serie=3 | unknown key source.datagen.serie; did you mean source.datagen.series? (--set)",
        "write=3 | write is a section, expected its keys: batch-samples, batch-bytes, linger, in-flight, timeout, retry, on-rejected (--set)",
        "write.in-flight | --set write.in-flight: expected path.to.key=value",
        "write.in-flight=many | write.in-flight=many: expected a whole number up to 2147483647 (--set)",
        "write.in-flight=3000000000 | write.in-flight=3000000000: expected a whole number up to 2147483647 (--set)",
        "write.linger=10 | write.linger=10: expected a duration such as 500ms, 10s, 1m30s or 2d (--set)",
        "write.batch-bytes=8MB | write.batch-bytes=8MB: expected a size such as 4096, 64KiB or 8MiB (--set)",
        "amplify.layout=diagonal | amplify.layout=diagonal: expected one of time, series, grouped (--set)",
        "source.datagen.churn=x | source.datagen.churn=x: expected a number (--set)",
        "amplify.m=0 | amplify.m=0: must be at least 1 (--set)",
        "amplify.n=0 | amplify.n=0: must be between 1 and 1000000 (--set)",
        "amplify.n=0.99 | amplify.n=0.99: must be between 1 and 1000000 (--set)",
        "amplify.n=NaN | amplify.n=NaN: must be between 1 and 1000000 (--set)",
        "amplify.n=1e7 | amplify.n=10000000: must be between 1 and 1000000 (--set)",
        "amplify.churn=0.5 | amplify.churn=0.5: only for a topic or a file; a generator has source.datagen.churn (--set)",
        "amplify.instance-labels=[pod,all] | amplify.instance-labels=[pod, all]: must be names of labels, each once and none of them __name__, or all alone (--set)",
        "amplify.instance-labels=[pod,pod] | amplify.instance-labels=[pod, pod]: must be names of labels, each once and none of them __name__, or all alone (--set)",
        "amplify.instance-labels=__name__ | amplify.instance-labels=[__name__]: must be names of labels, each once and none of them __name__, or all alone (--set)",
        "amplify.m=60001 | amplify.m=60001: copies would lie less than 1 ms apart within amplify.interval=1m; lower it or raise the interval (--set)",
        "amplify.instance-label= | amplify.instance-label=: must be a label's name, and not __name__ (--set)",
        "amplify.max-cached-series=0 | amplify.max-cached-series=0: must be at least 1 (--set)",
        "write.in-flight=0 | write.in-flight=0: must be between 1 and 100000 (--set)",
        "write.batch-samples=0 | write.batch-samples=0: must be between 1 and 10000000 (--set)",
        "write.batch-bytes=64MiB | write.batch-bytes=67108864: must be between 1024 and 33554432 (--set)",
        "write.timeout=0s | write.timeout=0s: must be between 1ms and 1d (--set)",
        "write.retry.initial=1m | write.retry.max=30s: must not be less than write.retry.initial (defaults.yaml)",
        "write.retry.deadline=1s | write.retry.deadline=1s: must not be less than write.retry.max (--set)",
        "write.retry.deadline=200000d | write.retry.deadline=200000d: must be between 1ms and 365d (--set)",
        "last-received.mode=always | last-received.mode=always: expected one of off, each, cached, incrementing (--set)",
        "last-received.ttl=59s | last-received.ttl=59s: must be between 1m and 365d (--set)",
        "last-received.ttl-jitter=0.6 | last-received.ttl-jitter=0.6: must be between 0 and 0.5 (--set)",
        "last-received.max-series=0 | last-received.max-series=0: must be between 1 and 100000000 (--set)",
        "limits.labels=0 | limits.labels=0: must be at least 1 (--set)",
        "parallelism=-1 | parallelism=-1: must be between 0 and 720 (--set)",
        "checkpoint.interval=1ms | checkpoint.interval=1ms: must be at least 10ms (--set)",
        "metrics.prometheus-port=65536 | metrics.prometheus-port=65536: must be between 0 and 65535 (--set)",
        "source.datagen.series=0 | source.datagen.series=0: must be at least 1 (--set)",
        "source.datagen.start=monday | source.datagen.start=monday: must be \"\" or an instant such as 2026-01-31T00:00:00Z (--set)",
        "source.datagen.churn=1.5 | source.datagen.churn=1.5: must be between 0 and 1 (--set)",
        "source.datagen.samples=-1 | source.datagen.samples=-1: must be at least 0 (--set)",
        "source.kafka.topics= | source.kafka.topics=[]: must name at least one topic (--set)",
        "source.kafka.start=soon | source.kafka.start=soon: must be earliest, latest, committed or an instant such as 2026-01-31T00:00:00Z (--set)",
        "source.kafka.stop=soon | source.kafka.stop=soon: must be none, latest, an instant such as 2026-01-31T00:00:00Z or offsets such as metrics:0=1200,metrics:1=1187 (--set)",
        "source.kafka.properties.ssl.key.password=hunter2 | source.kafka.properties: passwords, secrets, private keys, tokens and JAAS entries must hold a reference: ${ENV} or ${file:/path:key} (--set)",
        "source.kafka.properties.ssl.keystore.key=hunter2 | source.kafka.properties: passwords, secrets, private keys, tokens and JAAS entries must hold a reference: ${ENV} or ${file:/path:key} (--set)",
        "target.extra-labels.run= | target.extra-labels=[run]: a label's name and value must not be empty (--set)",
        "target.extra-labels.tidemark_run=mine | target.extra-labels=[tidemark_run]: tidemark_run is set by the run itself; give it here only with target.run-label=false (--set)",
        "flink={execution.checkpointing.mode: AT_LEAST_ONCE} | flink=[execution.checkpointing.mode]: must hold none of [execution.checkpointing.checkpoints-after-tasks-finish, execution.checkpointing.mode,",
        "target.urls= | target.urls=[]: must name the database to write to (--set)",
        "target.urls=ftp://a | target.urls: must be http:// or https:// with a host, without user:password@, ? or # (--set)",
        "target.urls=http://me:hunter2@a | target.urls: must be http:// or https:// with a host, without user:password@, ? or # (--set)",
        "target.urls=http://me:hunter2@a b | target.urls: expected a URL such as http://127.0.0.1:8428 (--set)",
        "target.metrics-urls=a:1 | target.metrics-urls: must be http:// or https:// with a host, without user:password@, ? or # (--set)",
        "target.tenant=me | target.tenant=me: must be accountID or accountID:projectID, each below 2^32 (--set)",
        "target.tenant=4294967296 | target.tenant=4294967296: must be accountID or accountID:projectID, each below 2^32 (--set)",
        "target.auth.bearer-token=hunter2 | target.auth.bearer-token: must be a reference such as ${TARGET_TOKEN}; or use bearer-token-file (--set)",
        "target.auth.username=me | target.auth.username: a user name and its password (or password-file) go together (--set)",
        "target.tls.certificate-file=/c.pem | target.tls.key-file=: goes with certificate-file (defaults.yaml)",
        "target.tls.key-file=/k.pem | target.tls.key-file=/k.pem: goes with certificate-file (--set)",
        "target.tls.insecure-skip-verify=maybe | target.tls.insecure-skip-verify=maybe: expected true or false (--set)",
        "target.type= | target.type=: must be one of",
        "target.type=postgers | target.type=postgers: must be one of",
        "target.tennant=7 | unknown key target.tennant; did you mean target.tenant? (--set)",
        "target.compression=gzip | target.compression=gzip: expected one of snappy, zstd (--set)",
      })
  void answersOneWrongSettingWithOneLine(String option, String answer) {
    String expected = answer.replace("(defaults.yaml)", "(defaults.yaml:");

    assertThat(problems(Optional.empty(), option)).singleElement().asString().startsWith(expected);
  }

  @Test
  void noMoreThanAllInstancesAreReplaced() {
    assertThat(problems(Optional.empty(), "amplify.churn=1.5", "source.type=file"))
        .containsExactly("amplify.churn=1.5: must be between 0 and 1 (--set)");
  }

  /** The copies would all have the same label, and so be one series. */
  @Test
  void anExtraLabelMayNotHideWhatTellsTheCopiesApart() {
    ConfigLoader.load(Optional.empty(), List.of("target.extra-labels.instance=a"));
    assertThat(problems(Optional.empty(), "target.extra-labels.instance=a", "amplify.n=2"))
        .singleElement()
        .asString()
        .startsWith(
            "target.extra-labels=[instance]: must not hold amplify.instance-label=instance, which tells copies and the series of amplify.churn apart");
    assertThat(
            problems(
                Optional.empty(),
                "target.extra-labels.instance=a",
                "amplify.churn=0.5",
                "source.type=file"))
        .singleElement()
        .asString()
        .startsWith("target.extra-labels=[instance]: must not hold amplify.instance-label");
  }

  @Test
  void aServerIsNotVerifiedOrByItsAuthorityAndOnlyOverHttp() {
    String skip = "target.tls.insecure-skip-verify=true";
    assertThat(problems(Optional.empty(), skip, "target.tls.ca-file=/ca.pem"))
        .containsExactly(skip + ": given beside ca-file; keep one (--set)");
    assertThat(problems(Optional.empty(), skip, "target.type=postgresql"))
        .containsExactly(skip + ": only for a database that is written to over HTTP (--set)");
  }

  @Test
  void whatADatabaseHasNoUseForIsRefusedAndNotDropped() {
    String user = "target.auth.username=me";
    String password = "target.auth.password=${PASSWORD}";
    String token = "target.auth.bearer-token=${TOKEN}";
    String authority = "target.tls.ca-file=/ca.pem";
    for (String type : List.of("ignite", "rocksdb", "rrdcached")) {
      String itself = "target.type=" + type;
      assertThat(problems(Optional.empty(), itself, user, password))
          .containsExactly("target.auth.username: target.type does not log in (--set)");
      assertThat(problems(Optional.empty(), itself, token))
          .containsExactly(
              "target.auth.bearer-token: only for a database that is written to over HTTP (--set)");
      assertThat(problems(Optional.empty(), itself, authority))
          .containsExactly(
              "target.tls.ca-file=/ca.pem: target.type=%s is not written to over TLS (--set)"
                  .formatted(type));
    }
    for (String type : List.of("postgresql", "mysql")) {
      String itself = "target.type=" + type;
      accept(itself, user, password, authority);
      assertThat(problems(Optional.empty(), itself, token))
          .containsExactly(
              "target.auth.bearer-token: only for a database that is written to over HTTP (--set)");
    }
    for (String type : List.of("victoriametrics", "opentsdb")) {
      accept("target.type=" + type, user, password, authority);
      accept("target.type=" + type, token);
    }
  }

  /** Files of a minute, unless their step says otherwise. */
  @Test
  void copiesLieWhereADatabaseOfStepsKeepsThem() {
    String type = "target.type=rrdcached";
    assertThat(problems(Optional.empty(), type, "amplify.m=7"))
        .containsExactly(
            "amplify.m=7: copies would lie 8571 ms apart, and as it is configured target.type=rrdcached keeps multiples of 60000 ms (--set)");
    assertThat(problems(Optional.empty(), type, "amplify.m=12", "target.step=10s"))
        .singleElement()
        .asString()
        .contains("5000 ms apart", "multiples of 10000 ms");
    assertThat(problems(Optional.empty(), type, "amplify.m=12", "target.step=1ms"))
        .containsExactly("target.step=PT0.001S: must be whole seconds, at least one (--set)");
    accept(type, "amplify.m=12", "target.step=5s");
    accept(type, "amplify.m=6", "target.step=5s");
    accept("amplify.m=7");
  }

  @Test
  void aDatabaseThatTakesSeriesInTheirOrderHasALayoutThatKeepsIt() {
    String type = "target.type=rrdcached";
    assertThat(accept(type).amplify().layout()).isEqualTo(Layout.SERIES);
    assertThat(accept(type, "amplify.layout=grouped").amplify().layout()).isEqualTo(Layout.GROUPED);
    assertThat(accept().amplify().layout()).isEqualTo(Layout.TIME);
    assertThat(problems(Optional.empty(), type, "amplify.layout=time"))
        .containsExactly(
            "amplify.layout=time: target.type=rrdcached takes the samples of a series in their order; set series or grouped (--set)");
  }

  @Test
  void aSocketOfThisMachineIsNamedByItsPath() {
    String type = "target.type=rrdcached";
    accept(type, "target.urls=unix:///run/rrdcached.sock");
    for (String url : List.of("unix:///", "rrdcached:///run/rrdcached.sock")) {
      assertThat(problems(Optional.empty(), type, "target.urls=" + url))
          .containsExactly(
              "target.urls: must be rrdcached:// with a host or unix:// with a path, without user:password@, ? or # (--set)");
    }
  }

  private static JobConfig accept(String... options) {
    return ConfigLoader.load(Optional.empty(), List.of(options)).config();
  }

  @Test
  void aSecretIsNeverRepeated() {
    assertThat(
            problems(Optional.empty(), "target.auth.password=hunter2", "target.auth.username=me"))
        .singleElement()
        .asString()
        .startsWith("target.auth.password: must be a reference")
        .doesNotContain("hunter2");
  }

  @Test
  void saysAllProblemsWithTheirLines() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("run.yaml"),
            """
            wriet:
              in-flight: 2
            amplify:
              m: [1]
              m: 2
            source: kafka
            target:
              urls: http://a
            """);

    assertThat(problems(Optional.of(file), "write.linger=x"))
        .containsExactly(
            "unknown key wriet; did you mean write? (run.yaml:1)",
            "amplify.m is set twice (run.yaml:5)",
            "source is a section, expected its keys: type, datagen, kafka, file, influx (run.yaml:6)",
            "amplify.m=[1]: expected a single value (run.yaml:4)",
            "target.urls: expected a list such as [a, b] (run.yaml:8)",
            "write.linger=x: expected a duration such as 500ms, 10s, 1m30s or 2d (--set)");
  }

  @Test
  void saysWhereAFileHasACharacterThatYamlDoesNotAllow() throws IOException {
    Path file = Files.writeString(folder.resolve("run.yaml"), "write:\n  in-fl\u0004ight: 2\n");

    assertThat(problems(Optional.of(file)))
        .containsExactly("not valid YAML: character U+0004 is not allowed (run.yaml:2)");
  }

  @Test
  void saysThatAFileIsTooDeep() throws IOException {
    Path file = Files.writeString(folder.resolve("run.yaml"), "write: " + "[".repeat(1000));

    assertThat(problems(Optional.of(file)))
        .singleElement()
        .asString()
        .startsWith("not valid YAML: ")
        .contains("run.yaml");
  }

  @Test
  void saysWhereAFileIsNotYaml() throws IOException {
    Path file = Files.writeString(folder.resolve("run.yaml"), "write:\n  in-flight: [2\n");

    assertThat(problems(Optional.of(file)))
        .singleElement()
        .asString()
        .startsWith("not valid YAML: ")
        .endsWith("(run.yaml:3)");
  }

  private static List<String> problems(Optional<Path> file, String... options) {
    var thrown =
        catchThrowableOfType(
            ConfigException.class, () -> ConfigLoader.load(file, List.of(options)));
    assertThat(thrown).as("an accepted configuration").isNotNull();
    return thrown.getMessage().lines().toList();
  }
}
