package io.tidemark.job.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What values must satisfy beyond their type. A table: each rule is one line. */
public final class Rules {
  /** No answer of a database or pause between tries is worth waiting for longer. */
  private static final Duration DAY = Duration.ofDays(1);

  /** Databases refuse larger requests, unless they are set to take them. */
  private static final long LARGEST_REQUEST_BYTES = 32L << 20;

  /** The job's key groups. */
  private static final int MAX_SUBTASKS = 720;

  private static final Set<String> FIXED_IN_FLINK =
      new TreeSet<>(
          Set.of(
              "pipeline.max-parallelism",
              "pipeline.auto-generate-uids",
              "pipeline.object-reuse",
              "execution.checkpointing.checkpoints-after-tasks-finish"));

  /**
   * @param key what the problem is about
   * @param problem what is wrong, if anything
   */
  record Rule(String key, Function<JobConfig, Optional<String>> problem) {}

  /**
   * @param text one line: key, value, bound
   */
  record Broken(String key, String text) {}

  private static final List<Rule> JOB =
      List.of(
          atLeastOne("amplify.m", c -> c.amplify().m()),
          atLeastOne("amplify.n", c -> c.amplify().n()),
          rule(
              "amplify.m",
              c -> c.amplify().m(),
              c -> c.amplify().m() < 1 || c.amplify().interval().toMillis() >= c.amplify().m(),
              c ->
                  "copies would lie less than 1 ms apart within amplify.interval=%s; lower it or raise the interval"
                      .formatted(DurationText.format(c.amplify().interval()))),
          rule(
              "amplify.instance-label",
              c -> c.amplify().instanceLabel(),
              c ->
                  !c.amplify().instanceLabel().isEmpty()
                      && !c.amplify().instanceLabel().equals("__name__"),
              c -> "must be a label's name, and not __name__"),
          atLeastOne("amplify.max-cached-series", c -> c.amplify().maxCachedSeries()),
          atLeastOne("limits.labels", c -> c.limits().labels()),
          atLeastOne("limits.label-name-bytes", c -> c.limits().labelNameBytes()),
          atLeastOne("limits.label-value-bytes", c -> c.limits().labelValueBytes()),
          range("write.batch-samples", c -> c.write().batchSamples(), 1, 10_000_000),
          range("write.batch-bytes", c -> c.write().batchBytes(), 1024, LARGEST_REQUEST_BYTES),
          range("write.in-flight", c -> c.write().inFlight(), 1, 100_000),
          upTo("write.linger", c -> c.write().linger(), Duration.ofHours(1)),
          upTo("write.timeout", c -> c.write().timeout(), DAY),
          upTo("write.retry.initial", c -> c.write().retry().initial(), DAY),
          rule(
              "write.retry.max",
              c -> DurationText.format(c.write().retry().max()),
              c -> c.write().retry().max().compareTo(c.write().retry().initial()) >= 0,
              c -> "must not be less than write.retry.initial"),
          rule(
              "write.retry.deadline",
              c -> DurationText.format(c.write().retry().deadline()),
              c -> c.write().retry().deadline().compareTo(c.write().retry().max()) >= 0,
              c -> "must not be less than write.retry.max"),
          rule(
              "dead-letter.path",
              c -> c.deadLetter().path(),
              c ->
                  c.deadLetter().type() != JobConfig.DeadLetterType.FILE
                      || !c.deadLetter().path().isBlank(),
              c -> "must name a folder"),
          rule(
              "dead-letter.topic",
              c -> c.deadLetter().topic(),
              c ->
                  c.deadLetter().type() != JobConfig.DeadLetterType.KAFKA
                      || !c.deadLetter().topic().isBlank(),
              c -> "must name a topic"),
          range("parallelism", c -> c.parallelism(), 0, MAX_SUBTASKS),
          rule(
              "checkpoint.interval",
              c -> DurationText.format(c.checkpoint().interval()),
              c -> c.checkpoint().interval().toMillis() >= 10,
              c -> "must be at least 10ms"),
          range("metrics.prometheus-port", c -> c.metrics().prometheusPort(), 0, 65_535),
          rule(
              "flink",
              c -> c.flink().keySet(),
              c -> Collections.disjoint(c.flink().keySet(), FIXED_IN_FLINK),
              c -> "must hold none of %s, which savepoints rest on".formatted(FIXED_IN_FLINK)));

  private Rules() {}

  static List<Broken> broken(JobConfig config) {
    var broken = new ArrayList<Broken>();
    Stream.of(SourceRules.RULES, JOB, TargetRules.RULES)
        .flatMap(List::stream)
        .forEach(
            rule ->
                rule.problem()
                    .apply(config)
                    .ifPresent(text -> broken.add(new Broken(rule.key(), text))));
    broken.addAll(TargetRules.ownKeys(config.target()));
    return broken;
  }

  /**
   * @param value for the message only
   * @param bound what must hold, as it follows "key=value: "
   */
  static Rule rule(
      String key,
      Function<JobConfig, Object> value,
      Predicate<JobConfig> holds,
      Function<JobConfig, String> bound) {
    return new Rule(
        key,
        config ->
            holds.test(config)
                ? Optional.empty()
                : Optional.of(
                    "%s=%s: %s".formatted(key, value.apply(config), bound.apply(config))));
  }

  /** For a value that must not be shown. */
  static Rule secret(String key, Predicate<JobConfig> holds, String bound) {
    return new Rule(
        key,
        config ->
            holds.test(config) ? Optional.empty() : Optional.of("%s: %s".formatted(key, bound)));
  }

  static Rule range(String key, Function<JobConfig, Number> value, long least, long most) {
    return rule(
        key,
        value::apply,
        config ->
            value.apply(config).longValue() >= least && value.apply(config).longValue() <= most,
        config -> "must be between %d and %d".formatted(least, most));
  }

  static Rule atLeast(String key, Function<JobConfig, Number> value, long least) {
    return rule(
        key,
        value::apply,
        config -> value.apply(config).longValue() >= least,
        config -> "must be at least " + least);
  }

  static Rule atLeastOne(String key, Function<JobConfig, Number> value) {
    return atLeast(key, value, 1);
  }

  private static Rule upTo(String key, Function<JobConfig, Duration> value, Duration most) {
    return rule(
        key,
        config -> DurationText.format(value.apply(config)),
        config -> value.apply(config).toMillis() >= 1 && value.apply(config).compareTo(most) <= 0,
        config -> "must be between 1ms and " + DurationText.format(most));
  }
}
