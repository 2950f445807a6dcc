package io.tidemark.job.config;

import static io.tidemark.job.config.Rules.atLeast;
import static io.tidemark.job.config.Rules.atLeastOne;
import static io.tidemark.job.config.Rules.rule;
import static io.tidemark.job.config.Rules.secret;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Rules of section {@code source}. */
final class SourceRules {
  private static final Pattern SECRET_NAME =
      Pattern.compile("password|secret|jaas|token|credential", Pattern.CASE_INSENSITIVE);

  /** {@code ${ENV}} or a Kafka config provider's {@code ${file:/path:key}}. */
  private static final Pattern REFERENCE = Pattern.compile("\\$\\{[^}]+}");

  /** Client properties whose names hold a secret's word but whose values are none. */
  private static final Set<String> NOT_SECRET =
      Set.of("sasl.oauthbearer.token.endpoint.url", "sasl.login.callback.handler.class");

  static final List<Rules.Rule> RULES =
      List.of(
          atLeastOne("source.datagen.series", c -> c.source().datagen().series()),
          rule(
              "source.datagen.interval",
              c -> DurationText.format(c.source().datagen().interval()),
              c -> c.source().datagen().interval().toMillis() >= 1,
              c -> "must be at least 1ms"),
          rule(
              "source.datagen.start",
              c -> c.source().datagen().start(),
              c ->
                  c.source().datagen().start().isEmpty()
                      || instant(c.source().datagen().start()).isPresent(),
              c -> "must be \"\" or an instant such as 2026-01-31T00:00:00Z"),
          atLeast("source.datagen.samples", c -> c.source().datagen().samples(), 0),
          atLeast("source.datagen.rate", c -> c.source().datagen().rate(), 0),
          rule(
              "source.datagen.churn",
              c -> c.source().datagen().churn(),
              c -> c.source().datagen().churn() >= 0 && c.source().datagen().churn() <= 1,
              c -> "must be between 0 and 1"),
          atLeastOne("source.datagen.grid.metrics", c -> c.source().datagen().grid().metrics()),
          atLeastOne("source.datagen.grid.tag-keys", c -> c.source().datagen().grid().tagKeys()),
          atLeastOne(
              "source.datagen.grid.tag-values", c -> c.source().datagen().grid().tagValues()),
          rule(
              "source.kafka.bootstrap-servers",
              c -> c.source().kafka().bootstrapServers(),
              c -> !c.source().kafka().bootstrapServers().isBlank(),
              c -> "must be host:port, several separated by commas"),
          rule(
              "source.kafka.topics",
              c -> c.source().kafka().topics(),
              c ->
                  !c.source().kafka().topics().isEmpty()
                      && c.source().kafka().topics().stream().noneMatch(String::isBlank),
              c -> "must name at least one topic"),
          rule(
              "source.kafka.group-id",
              c -> c.source().kafka().groupId(),
              c -> !c.source().kafka().groupId().isBlank(),
              c -> "must not be empty"),
          rule(
              "source.kafka.start",
              c -> c.source().kafka().start(),
              c -> isWordOrInstant(c.source().kafka().start(), "earliest", "latest", "committed"),
              c ->
                  "must be earliest, latest, committed or an instant such as 2026-01-31T00:00:00Z"),
          rule(
              "source.kafka.stop",
              c -> c.source().kafka().stop(),
              c ->
                  isWordOrInstant(c.source().kafka().stop(), "none", "latest")
                      || OffsetsText.isOffsets(c.source().kafka().stop()),
              c ->
                  "must be none, latest, an instant such as 2026-01-31T00:00:00Z or offsets such as metrics:0=1200,metrics:1=1187"),
          rule(
              "source.kafka.stop",
              c -> c.source().kafka().stop(),
              c -> !stopsBeforeStart(c.source().kafka()),
              c -> "must lie after source.kafka.start=" + c.source().kafka().start()),
          secret(
              "source.kafka.properties",
              c -> literalSecret(c.source().kafka().properties()).isEmpty(),
              "passwords, secrets, tokens and JAAS entries must hold a reference: ${ENV} or ${file:/path:key}"),
          rule(
              "source.file.path",
              c -> c.source().file().path(),
              c ->
                  c.source().type() != JobConfig.SourceType.FILE
                      || !c.source().file().path().isBlank(),
              c -> "must name a file or folder"));

  private SourceRules() {}

  private static Optional<Instant> instant(String text) {
    try {
      return Optional.of(Instant.parse(text));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  private static boolean isWordOrInstant(String text, String... words) {
    return List.of(words).contains(text) || instant(text).isPresent();
  }

  private static boolean stopsBeforeStart(JobConfig.Kafka kafka) {
    return instant(kafka.start())
        .flatMap(start -> instant(kafka.stop()).map(stop -> !stop.isAfter(start)))
        .orElse(false);
  }

  private static Optional<String> literalSecret(Map<String, String> properties) {
    return properties.entrySet().stream()
        .filter(entry -> SECRET_NAME.matcher(entry.getKey()).find())
        .filter(entry -> !NOT_SECRET.contains(entry.getKey()))
        .filter(entry -> !REFERENCE.matcher(entry.getValue()).find())
        .map(Map.Entry::getKey)
        .findFirst();
  }
}
