package io.tidemark.job.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.format.Format;
import io.tidemark.format.Framing;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig.Kafka;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KafkaPropertiesTest {
  @Test
  void takesSecretsFromTheEnvironmentAndKeepsThemOutOfTexts() {
    var properties =
        properties(
            Map.of("sasl.jaas.config", "login password=\"${KAFKA_SECRET}\";", "client.id", "x"),
            Map.of("KAFKA_SECRET", "a$1\\b"));
    assertThat(properties.properties())
        .containsEntry("sasl.jaas.config", "login password=\"a$1\\b\";")
        .containsEntry("client.id", "x");
    assertThat(properties.redact("bad password=a$1\\b")).isEqualTo("bad password=***");
  }

  @Test
  void leavesReferencesOfKafkasOwnConfigProvidersAlone() {
    var properties = properties(Map.of("ssl.key.password", "${file:/run/secrets:key}"), Map.of());
    assertThat(properties.properties())
        .containsEntry("ssl.key.password", "${file:/run/secrets:key}");
  }

  @Test
  void saysWhichVariableIsMissing() {
    assertThatThrownBy(() -> properties(Map.of("sasl.jaas.config", "${NOT_THERE}"), Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("NOT_THERE")
        .hasMessageContaining("source.kafka.properties.sasl.jaas.config");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bootstrap.servers",
        "group.id",
        "auto.offset.reset",
        "enable.auto.commit",
        "key.deserializer",
        "value.deserializer"
      })
  void refusesPropertiesThatAnotherKeyDecides(String name) {
    assertThatThrownBy(() -> properties(Map.of(name, "x"), Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(name);
  }

  /** Without the providers, references in the login would be sent as they stand. */
  @Test
  void givesOtherClientsOfTheBrokersTheLoginAndWhatItsReferencesNeed() {
    var own =
        Map.of(
            "sasl.jaas.config", "login password=\"${file:/run/kafka:password}\";",
            "security.protocol", "SASL_SSL",
            "config.providers", "file",
            "config.providers.file.class", "FileConfigProvider",
            "config.providers.file.param.allowed.paths", "/run",
            "max.poll.records", "10");
    assertThat(KafkaProperties.connection(kafka(own), Map.of()).stringPropertyNames())
        .containsExactlyInAnyOrder(
            "bootstrap.servers",
            "sasl.jaas.config",
            "security.protocol",
            "config.providers",
            "config.providers.file.class",
            "config.providers.file.param.allowed.paths");
  }

  private static Kafka kafka(Map<String, String> properties) {
    return new Kafka(
        "127.0.0.1:9092",
        List.of("t"),
        "g",
        "earliest",
        "none",
        Format.INFLUX,
        Map.of(),
        Framing.NONE,
        properties);
  }

  private static KafkaProperties properties(
      Map<String, String> properties, Map<String, String> environment) {
    return new KafkaProperties(kafka(properties), environment);
  }
}
