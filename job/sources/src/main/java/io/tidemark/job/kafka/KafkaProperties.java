package io.tidemark.job.kafka;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig.Kafka;
import java.util.HashSet;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The client properties of a Kafka source, in which the values of environment variables replace
 * {@code ${NAME}}. Such values are secrets, so {@link #redact} has to be applied to any text of the
 * client before it is shown.
 */
public final class KafkaProperties {
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");

  private static final Pattern CONNECTION =
      Pattern.compile(
          "bootstrap\\.servers|config\\.providers|(config\\.providers|security|sasl|ssl)\\..*");

  /** Properties that users must not set, with the key of the configuration that sets each. */
  private static final Map<String, String> DECIDED_ELSEWHERE =
      Map.of(
          ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, "source.kafka.bootstrap-servers",
          ConsumerConfig.GROUP_ID_CONFIG, "source.kafka.group-id",
          ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "source.kafka.start",
          ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "checkpoint.interval",
          ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, "source.kafka.format",
          ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, "source.kafka.format");

  private final Properties properties = new Properties();
  private final Set<String> secrets = new HashSet<>();

  public KafkaProperties(Kafka config, Map<String, String> environment) {
    config.properties().forEach((name, value) -> set(name, value, environment));
    properties.setProperty(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, config.bootstrapServers());
    properties.setProperty(ConsumerConfig.GROUP_ID_CONFIG, config.groupId());
    properties.setProperty(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    properties.setProperty(
        ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
    properties.setProperty(
        ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
  }

  /**
   * Returns the properties that any client needs to reach the brokers of the source: their address,
   * the security settings with their secrets, and the providers that resolve references in those.
   */
  public static Properties connection(Kafka config, Map<String, String> environment) {
    var connection = new Properties();
    new KafkaProperties(config, environment)
        .properties.forEach(
            (name, value) -> {
              if (CONNECTION.matcher((String) name).matches()) {
                connection.put(name, value);
              }
            });
    return connection;
  }

  private void set(String name, String value, Map<String, String> environment) {
    String key = DECIDED_ELSEWHERE.get(name);
    if (key != null) {
      throw new ConfigException(
          "source.kafka.properties can't hold %s; set %s".formatted(name, key));
    }
    Matcher variable = VARIABLE.matcher(value);
    var resolved = new StringBuilder();
    while (variable.find()) {
      String secret = environment.get(variable.group(1));
      if (secret == null) {
        throw new ConfigException(
            "environment variable %s is not set; source.kafka.properties.%s needs it"
                .formatted(variable.group(1), name));
      }
      secrets.add(secret);
      variable.appendReplacement(resolved, Matcher.quoteReplacement(secret));
    }
    properties.setProperty(name, variable.appendTail(resolved).toString());
  }

  public Properties properties() {
    return properties;
  }

  /** Returns the text without the values of environment variables. */
  public String redact(String text) {
    String redacted = text;
    for (String secret : secrets) {
      if (!secret.isEmpty()) {
        redacted = redacted.replace(secret, "***");
      }
    }
    return redacted;
  }
}
