package io.tidemark.job.config;

import io.tidemark.job.queries.Queries;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The rules that values must satisfy beyond their type. They are a table, in which each rule is one
 * line.
 */
public final class Rules {
  /** No answer of a database, and no pause between tries, is worth a longer wait. */
  private static final Duration DAY = Duration.ofDays(1);

  /** Longer times might not fit into a long of nanoseconds, which holds 292 years. */
  private static final Duration YEAR = Duration.ofDays(365);

  /** Databases refuse larger requests, unless they are set to take them. */
  private static final long LARGEST_REQUEST_BYTES = 32L << 20;

  /** For some databases, each series keeps some bytes for each of its copies. */
  private static final int MAX_INSTANCES = 1_000_000;

  /** The number of the job's key groups. */
  private static final int MAX_SUBTASKS = 720;

  /** Few servers take a longer expression, which is encoded in a URL. */
  private static final int MAX_EXPRESSION = 8_000;

  private static final int MAX_TOP = 100;

  private static final Set<String> FIXED_IN_FLINK =
      new TreeSet<>(
          Set.of(
              "pipeline.max-parallelism",
              "pipeline.auto-generate-uids",
              "pipeline.object-reuse",
              "execution.checkpointing.mode",
              "execution.checkpointing.checkpoints-after-tasks-finish"));

  /**
   * @param key the key that the problem is about
   * @param problem returns the problem of the configuration and this key's value in it, if there is
   *     one
   */
  record Rule(String key, BiFunction<JobConfig, Object, Optional<String>> problem) {}

  /**
   * @param text one line with key, value and bound
   */
  record Broken(String key, String text) {}

  /** The rules of the job; {@link SourceRules} and {@link TargetRules} have the others. */
  static final List<Rule> RULES =
      List.of(
          atLeast("amplify.m", 1),
          between("amplify.n", 1, MAX_INSTANCES),
          rule(
              "amplify.m",
              c -> c.amplify().m() < 1 || c.amplify().interval().toMillis() >= c.amplify().m(),
              c ->
                  "copies would lie less than 1 ms apart within amplify.interval=%s; lower it or raise the interval"
                      .formatted(DurationText.format(c.amplify().interval()))),
          between("amplify.churn", 0, 1),
          rule(
              "amplify.churn",
              c -> c.amplify().churn() == 0 || c.source().type() != JobConfig.SourceType.DATAGEN,
              "only for a topic or a file; a generator has source.datagen.churn"),
          value(
              "amplify.instance-label",
              String.class,
              label -> !label.isEmpty() && !label.equals("__name__"),
              "must be a label's name, and not __name__"),
          rule(
              "amplify.instance-labels",
              c -> areNames(c.amplify().instanceLabels()),
              "must be names of labels, each once and none of them __name__, or all alone"),
          atLeast("amplify.max-cached-series", 1),
          atLeast("amplify.max-series", 1),
          atLeast("limits.labels", 1),
          atLeast("limits.label-name-bytes", 1),
          atLeast("limits.label-value-bytes", 1),
          range("write.batch-samples", 1, 10_000_000),
          range("write.batch-bytes", 1024, LARGEST_REQUEST_BYTES),
          range("write.in-flight", 1, 100_000),
          upTo("write.linger", Duration.ofHours(1)),
          upTo("write.timeout", DAY),
          upTo("write.retry.initial", DAY),
          rule(
              "write.retry.max",
              c -> c.write().retry().max().compareTo(c.write().retry().initial()) >= 0,
              "must not be less than write.retry.initial"),
          upTo("write.retry.deadline", YEAR),
          rule(
              "write.retry.deadline",
              c -> c.write().retry().deadline().compareTo(c.write().retry().max()) >= 0,
              "must not be less than write.retry.max"),
          rule(
              "queries.expressions",
              c -> c.queries().expressions().stream().noneMatch(Rules::isNoExpression),
              "must be expressions of at most %d characters".formatted(MAX_EXPRESSION)),
          range("queries.top", 0, MAX_TOP),
          secret(
              "queries.urls",
              c -> c.queries().urls().stream().allMatch(Queries::isPlain),
              "name where the API begins, such as http://vmselect:8481, without a path that writes or deletes: only queries are sent there"),
          upTo("queries.range", YEAR),
          value(
              "queries.step",
              Duration.class,
              step -> step.isZero() || step.toMillis() >= 1 && step.compareTo(YEAR) <= 0,
              "must be between 1ms and 365d, or 0s"),
          between("queries.rate", 0, Queries.MOST_PER_SECOND),
          range("queries.concurrency", 1, Queries.MOST_READERS),
          upTo("queries.timeout", Duration.ofMinutes(10)),
          range("queries.answer-bytes", 1024, Queries.MOST_BYTES_AT_ONCE),
          rule(
              "queries.answer-bytes",
              c ->
                  (long) c.queries().answerBytes() * c.queries().concurrency()
                      <= Queries.MOST_BYTES_AT_ONCE,
              c ->
                  "times queries.concurrency=%d must be at most %s"
                      .formatted(
                          c.queries().concurrency(), SizeText.format(Queries.MOST_BYTES_AT_ONCE))),
          range("queries.total-bytes", 1024, 1L << 42),
          upTo("queries.duration", Duration.ofDays(30)),
          range("queries.metrics-port", 0, 65_535),
          value(
              "last-received.ttl",
              Duration.class,
              ttl -> ttl.compareTo(Duration.ofMinutes(1)) >= 0 && ttl.compareTo(YEAR) <= 0,
              "must be between 1m and 365d"),
          between("last-received.ttl-jitter", 0, 0.5),
          range("last-received.max-series", 1, 100_000_000),
          rule(
              "dead-letter.path",
              c ->
                  c.deadLetter().type() != JobConfig.DeadLetterType.FILE
                      || !c.deadLetter().path().isBlank(),
              "must name a folder"),
          rule(
              "dead-letter.topic",
              c ->
                  c.deadLetter().type() != JobConfig.DeadLetterType.KAFKA
                      || !c.deadLetter().topic().isBlank(),
              "must name a topic"),
          atLeast("dead-letter.max-bytes", 0),
          between("dead-letter.max-free-share", 0, 1),
          between("dead-letter.refused-share", 0.5, 1),
          value(
              "dead-letter.refused-for",
              Duration.class,
              time -> time.isZero() || time.toMillis() >= 1000 && time.compareTo(DAY) <= 0,
              "must be between 1s and 1d, or 0s"),
          range("parallelism", 0, MAX_SUBTASKS),
          value(
              "checkpoint.interval",
              Duration.class,
              interval -> interval.toMillis() >= 10,
              "must be at least 10ms"),
          range("metrics.prometheus-port", 0, 65_535),
          rule(
              "flink",
              c -> Collections.disjoint(c.flink().keySet(), FIXED_IN_FLINK),
              "must hold none of %s, which savepoints and exact totals rest on"
                  .formatted(FIXED_IN_FLINK)));

  private Rules() {}

  private static boolean isNoExpression(String expression) {
    return expression.isBlank() || expression.length() > MAX_EXPRESSION;
  }

  private static boolean areNames(List<String> labels) {
    return labels.contains(JobConfig.Amplify.ALL)
        ? labels.size() == 1
        : Set.copyOf(labels).size() == labels.size()
            && labels.stream().noneMatch(name -> name.isEmpty() || name.equals("__name__"));
  }

  /**
   * Makes a rule for a value in view of others.
   *
   * @param bound what must hold, worded to follow "key=value: "
   */
  static Rule rule(String key, Predicate<JobConfig> holds, Function<JobConfig, String> bound) {
    return check(key, (config, value) -> holds.test(config), bound);
  }

  static Rule rule(String key, Predicate<JobConfig> holds, String bound) {
    return rule(key, holds, config -> bound);
  }

  /** Makes a rule for a value by itself. */
  static <T> Rule value(String key, Class<T> type, Predicate<T> holds, String bound) {
    return check(key, (config, value) -> holds.test(type.cast(value)), config -> bound);
  }

  /** Makes a rule for a value that must not be shown. */
  static Rule secret(String key, Predicate<JobConfig> holds, String bound) {
    return new Rule(
        key,
        (config, value) ->
            holds.test(config) ? Optional.empty() : Optional.of("%s: %s".formatted(key, bound)));
  }

  static Rule range(String key, long least, long most) {
    return value(
        key,
        Number.class,
        number -> number.longValue() >= least && number.longValue() <= most,
        "must be between %d and %d".formatted(least, most));
  }

  /** Makes a rule for a value that may have decimals. */
  static Rule between(String key, double least, double most) {
    return value(
        key,
        Double.class,
        number -> number >= least && number <= most,
        "must be between %s and %s".formatted(Key.whole(least), Key.whole(most)));
  }

  static Rule atLeast(String key, long least) {
    return value(
        key, Number.class, number -> number.longValue() >= least, "must be at least " + least);
  }

  private static Rule upTo(String key, Duration most) {
    return value(
        key,
        Duration.class,
        duration -> duration.toMillis() >= 1 && duration.compareTo(most) <= 0,
        "must be between 1ms and " + DurationText.format(most));
  }

  private static Rule check(
      String key, BiPredicate<JobConfig, Object> holds, Function<JobConfig, String> bound) {
    return new Rule(
        key,
        (config, value) ->
            holds.test(config, value)
                ? Optional.empty()
                : Optional.of("%s=%s: %s".formatted(key, show(value), bound.apply(config))));
  }

  /** Returns the value as the configuration has it; of a map, its keys only. */
  private static Object show(Object value) {
    if (value instanceof Duration duration) {
      return DurationText.format(duration);
    }
    if (value instanceof Enum<?> constant) {
      return ConstantText.format(constant);
    }
    if (value instanceof Double number) {
      return Key.whole(number);
    }
    return value instanceof Map<?, ?> map ? map.keySet() : value;
  }
}
