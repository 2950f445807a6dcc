package io.tidemark.job.config;

import static io.tidemark.job.config.Rules.atLeast;
import static io.tidemark.job.config.Rules.between;
import static io.tidemark.job.config.Rules.rule;
import static io.tidemark.job.config.Rules.secret;
import static io.tidemark.job.config.Rules.value;

import io.tidemark.format.Format;
import io.tidemark.process.SecretNames;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Rules of section {@code source}. */
final class SourceRules {
  /** Matches {@code ${ENV}} or a Kafka config provider's {@code ${file:/path:key}}. */
  private static final Pattern REFERENCE = Pattern.compile("\\$\\{[^}]+}");

  /** Client properties whose names hold a secret's word but whose values are none. */
  private static final Set<String> NOT_SECRET =
      Set.of("sasl.oauthbearer.token.endpoint.url", "sasl.login.callback.handler.class");

  static final List<Rules.Rule> RULES =
      List.of(
          atLeast("source.datagen.series", 1),
          value(
              "source.datagen.interval",
              Duration.class,
              interval -> interval.toMillis() >= 1,
              "must be at least 1ms"),
          value(
              "source.datagen.start",
              String.class,
              start -> isWordOrInstant(start, ""),
              "must be \"\" or an instant such as 2026-01-31T00:00:00Z"),
          atLeast("source.datagen.samples", 0),
          atLeast("source.datagen.rate", 0),
          between("source.datagen.churn", 0, 1),
          between("source.datagen.replaced", 0, 1_000_000),
          atLeast("source.datagen.grid.metrics", 1),
          atLeast("source.datagen.grid.tag-keys", 1),
          atLeast("source.datagen.grid.tag-values", 1),
          value(
              "source.kafka.bootstrap-servers",
              String.class,
              servers -> !servers.isBlank(),
              "must be host:port, several separated by commas"),
          rule(
              "source.kafka.topics",
              c ->
                  !c.source().kafka().topics().isEmpty()
                      && c.source().kafka().topics().stream().noneMatch(String::isBlank),
              "must name at least one topic"),
          value("source.kafka.group-id", String.class, id -> !id.isBlank(), "must not be empty"),
          value(
              "source.kafka.start",
              String.class,
              start -> isWordOrInstant(start, "earliest", "latest", "committed"),
              "must be earliest, latest, committed or an instant such as 2026-01-31T00:00:00Z"),
          value(
              "source.kafka.stop",
              String.class,
              stop -> isWordOrInstant(stop, "none", "latest") || OffsetsText.isOffsets(stop),
              "must be none, latest, an instant such as 2026-01-31T00:00:00Z or offsets such as metrics:0=1200,metrics:1=1187"),
          rule(
              "source.kafka.stop",
              c -> !stopsBeforeStart(c.source().kafka()),
              c -> "must lie after source.kafka.start=" + c.source().kafka().start()),
          rule(
              "source.kafka.formats",
              c -> c.source().kafka().topics().containsAll(c.source().kafka().formats().keySet()),
              "must name topics of source.kafka.topics"),
          rule(
              "source.kafka.formats",
              c -> c.source().kafka().formats().values().stream().allMatch(SourceRules::isFormat),
              "each must be one of " + ConstantText.all(Format.class)),
          secret(
              "source.kafka.properties",
              c -> !holdsLiteralSecret(c.source().kafka().properties()),
              "passwords, secrets, private keys, tokens and JAAS entries must hold a reference: ${ENV} or ${file:/path:key}"),
          rule(
              "source.file.path",
              c ->
                  c.source().type() != JobConfig.SourceType.FILE
                      || !c.source().file().paths().isEmpty(),
              "must name a file or folder"),
          rule(
              "source.file.repeat",
              c -> !c.source().file().repeat() || isOnePath(c.source().file()),
              "takes one file, and source.file.path names several"),
          value(
              "source.file.start",
              String.class,
              start -> isWordOrInstant(start, ""),
              "must be \"\" or an instant such as 2026-01-31T00:00:00Z"),
          rule(
              "source.file.start",
              c -> c.source().file().start().isEmpty() || c.source().file().repeat(),
              "moves the samples of a file that repeats; set source.file.repeat=true"));

  private SourceRules() {}

  private static Optional<Instant> instant(String text) {
    try {
      return Optional.of(Instant.parse(text));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  private static boolean isOnePath(JobConfig.FileInput file) {
    return file.paths().size() == 1 && !JobConfig.FileInput.isPattern(file.paths().get(0));
  }

  private static boolean isFormat(String text) {
    return Arrays.stream(Format.values()).map(ConstantText::format).anyMatch(text::equals);
  }

  private static boolean isWordOrInstant(String text, String... words) {
    return List.of(words).contains(text) || instant(text).isPresent();
  }

  private static boolean stopsBeforeStart(JobConfig.Kafka kafka) {
    return instant(kafka.start())
        .flatMap(start -> instant(kafka.stop()).map(stop -> !stop.isAfter(start)))
        .orElse(false);
  }

  private static boolean holdsLiteralSecret(Map<String, String> properties) {
    return properties.entrySet().stream()
        .filter(entry -> SecretNames.isSecret(entry.getKey()))
        .filter(entry -> !NOT_SECRET.contains(entry.getKey()))
        .anyMatch(entry -> !REFERENCE.matcher(entry.getValue()).find());
  }
}
