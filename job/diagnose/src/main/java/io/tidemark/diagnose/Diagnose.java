package io.tidemark.diagnose;

import io.tidemark.ceiling.Cause;
import io.tidemark.diagnose.Diagnosis.Range;
import io.tidemark.job.config.ConfigException;
import io.tidemark.measure.Amounts;
import io.tidemark.measure.Time;
import io.tidemark.measure.window.Database;
import io.tidemark.model.Posterior;
import io.tidemark.proof.CauseProbabilities;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.http.PageReader;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds out what stops writes, from saved pages of metrics or from stored metrics. */
public final class Diagnose {
  /** The highest probability that is reported, because nothing was changed to prove a cause. */
  private static final double MOST = 0.9;

  /** The same if only one load was seen, which hardly shows what a higher one would do. */
  private static final double MOST_OF_ONE_LOAD = 0.8;

  /** From this factor on there is room for twice the load, the most that the model is asked for. */
  private static final double TWICE = 1.95;

  /** Less probable causes are not named in the sentence. */
  private static final double NAMED = 0.1;

  /**
   * What is read from a server with stored metrics.
   *
   * @param access its login and TLS
   * @param match matchers that the labels of series must fit, as between braces; "" for any
   * @param databases names of the database's processes; empty for the only database that there is
   */
  public record Stored(
      URI url,
      TargetConfig access,
      Instant from,
      Instant to,
      String match,
      List<String> databases) {
    public Stored {
      databases = List.copyOf(databases);
    }
  }

  private final Site site;
  private final List<Interval> intervals;
  private final List<Level> levels;
  private final List<String> warnings = new ArrayList<>();
  private final double atMost;

  private Diagnose(Site site) {
    this.site = site;
    this.intervals = Intervals.of(site);
    this.levels = Level.of(intervals);
    this.atMost = Level.several(levels) ? MOST : MOST_OF_ONE_LOAD;
  }

  /**
   * @param folder a folder of pages that {@link PageCollection} has saved, or a person
   * @param databases names of the database's processes, in which an asterisk stands for anything;
   *     empty for the only database that there is
   * @throws io.tidemark.job.config.ConfigException if that is no such folder, or it is not plain
   *     which database is meant
   */
  public static Diagnosis pages(Path folder, List<String> databases) {
    PageFolder read = PageFolder.read(folder);
    var diagnose = new Diagnose(Site.of(read.pages(), databases));
    if (!read.leftOut().isEmpty()) {
      diagnose.warnings.add(
          "left out, as the names say no process or no time: "
              + read.leftOut().stream().limit(5).collect(Collectors.joining(", "))
              + (read.leftOut().size() > 5 ? " and others" : ""));
    }
    return diagnose.diagnosis();
  }

  /**
   * @throws io.tidemark.job.config.ConfigException if the server can't be asked, or it is not plain
   *     which database is meant
   */
  public static Diagnosis stored(Stored plan) {
    try (var reader = new PageReader(plan.access())) {
      var address = StoredMetrics.address(plan.url());
      var metrics = new StoredMetrics(reader, address, plan.match(), Time.REAL);
      List<ProcessPage> pages = metrics.read(Role.metrics(), plan.from(), plan.to());
      if (pages.isEmpty()) {
        throw new ConfigException(
            "%s has nothing between %s and %s of what takes, stores or sends writes; check --match, --from and --to"
                .formatted(address.name(), plan.from(), plan.to()));
      }
      var diagnose = new Diagnose(Site.of(pages, plan.databases()));
      diagnose.warnings.addAll(metrics.notes());
      return diagnose.diagnosis();
    } catch (IllegalArgumentException e) {
      throw new ConfigException(e.getMessage(), e);
    }
  }

  private Diagnosis diagnosis() {
    warnings.addAll(site.notes());
    long out = intervals.stream().filter(each -> !each.counts()).count();
    if (out > 0) {
      warnings.add(
          "%d of %d parts of the time are left out: %s"
              .formatted(
                  out,
                  intervals.size(),
                  intervals.stream()
                      .map(Interval::leftOut)
                      .filter(Objects::nonNull)
                      .distinct()
                      .collect(Collectors.joining("; "))));
    }
    Optional<Question> question =
        levels.isEmpty() ? Optional.empty() : Question.of(levels, site.moments().size());
    if (question.isEmpty()) {
      return untold(
          intervals.isEmpty()
              ? "no process was read twice while others were"
              : "no part of the time shows writes");
    }
    Question.Answer answer = question.get().more();
    if (answer.untold() != null) {
      return untold(answer.untold());
    }
    return told(question.get(), answer);
  }

  private Level top() {
    return Level.most(levels);
  }

  private Diagnosis told(Question question, Question.Answer answer) {
    Map<Cause, Double> probabilities = said(answer.probabilities(), atMost);
    Map.Entry<Cause, Double> first = probabilities.entrySet().iterator().next();
    boolean probable = first.getValue() >= Question.PROBABLE;
    boolean none = probable && first.getKey() == Cause.NONE_REACHED;
    Map<Cause, Double> next = none ? next(question) : Map.of();
    Range room = none && answer.room() != null ? range(answer.room()) : null;
    Cause cause = probable ? first.getKey() : Cause.INCONCLUSIVE;
    Optional<Limit> limit =
        Limit.of(none && !next.isEmpty() ? next.keySet().iterator().next() : first.getKey());
    String end = probable && !none ? limit.map(this::end).orElse(null) : null;
    var readings = new Readings(site, top());
    if (answer.misfit() != null) {
      warnings.add(
          "%s is not what the most probable explanation expects: an assumption may be wrong"
              .formatted(answer.misfit()));
    }
    if (top().window().database() != null) {
      warnings.addAll(top().window().database().warnings());
    }
    return diagnosis(
        sentence(cause, probabilities, next, room, end),
        cause,
        end,
        probabilities,
        ranges(answer.gains()),
        next,
        room,
        held(answer.noSingle()),
        held(answer.others()),
        readings.of(limit),
        readings.missing(),
        advice(cause, limit, question, answer, probabilities),
        null);
  }

  private Diagnosis untold(String why) {
    return diagnosis(
        "What stops writes can't be told: %s.".formatted(why),
        Cause.INCONCLUSIVE,
        null,
        Map.of(),
        Map.of(),
        Map.of(),
        null,
        0,
        0,
        List.of(),
        levels.isEmpty() ? List.of() : new Readings(site, top()).missing(),
        List.of("read pages of each process every 5 to 15 s, for some minutes of load"),
        why);
  }

  private Diagnosis diagnosis(
      String sentence,
      Cause cause,
      String end,
      Map<Cause, Double> probabilities,
      Map<Cause, Range> gains,
      Map<Cause, Double> next,
      Range room,
      double noSingle,
      double others,
      List<Diagnosis.Evidence> evidence,
      List<String> missing,
      List<String> advice,
      String untold) {
    List<Long> moments = site.moments();
    return new Diagnosis(
        sentence,
        cause,
        end,
        probabilities,
        atMost,
        gains,
        next,
        room,
        noSingle,
        others,
        evidence,
        missing,
        advice,
        processes(),
        intervals.stream().map(Interval::part).toList(),
        regimes(),
        moments.isEmpty() ? null : Interval.utc(moments.get(0)),
        moments.isEmpty() ? null : Interval.utc(moments.get(moments.size() - 1)),
        Intervals.secondsApart(moments),
        levels.size(),
        untold,
        List.copyOf(warnings));
  }

  /** Returns the calibrated probabilities, the highest first, and none above {@code atMost}. */
  private static Map<Cause, Double> said(Map<Cause, Double> probabilities, double atMost) {
    var said = new LinkedHashMap<Cause, Double>();
    probabilities.entrySet().stream()
        .sorted(
            Map.Entry.<Cause, Double>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .forEach(each -> said.put(each.getKey(), Math.min(atMost, held(each.getValue()))));
    return said;
  }

  /**
   * Returns the calibrated probability. The numbers are those of {@code watch}, to which at least
   * as much is known of a system as pages show.
   */
  private static double held(double given) {
    return CauseProbabilities.WATCH.held(given);
  }

  /** Returns what stops 1.2 times the load in each regime; nothing if that is always the same. */
  private List<Diagnosis.Regime> regimes() {
    List<Regime> regimes = Regime.of(intervals);
    if (regimes.size() < 2) {
      return List.of();
    }
    var told = new ArrayList<Diagnosis.Regime>();
    for (Regime regime : regimes) {
      Map<Cause, Double> probabilities =
          Question.of(Level.of(regime.typical()), site.moments(regime.from(), regime.to()))
              .map(Question::more)
              .filter(answer -> answer.untold() == null)
              .map(answer -> said(answer.probabilities(), MOST_OF_ONE_LOAD))
              .orElse(Map.of(Cause.INCONCLUSIVE, 0.0));
      Map.Entry<Cause, Double> first = probabilities.entrySet().iterator().next();
      boolean probable = first.getValue() >= Question.PROBABLE;
      told.add(
          new Diagnosis.Regime(
              Interval.utc(regime.from()),
              Interval.utc(regime.to()),
              regime.samplesPerSecond(),
              probable ? first.getKey() : Cause.INCONCLUSIVE,
              probable ? first.getValue() : null,
              regime.begins()));
    }
    return told.stream().map(Diagnosis.Regime::cause).distinct().count() == 1 ? List.of() : told;
  }

  /** Returns, by cause, how probably it stops the highest load that can be written. */
  private Map<Cause, Double> next(Question question) {
    return said(question.next(), atMost);
  }

  private String sentence(
      Cause cause,
      Map<Cause, Double> probabilities,
      Map<Cause, Double> next,
      Range room,
      String end) {
    double lost = top().lost();
    String written =
        "%s%s samples/s are written"
            .formatted(
                lost > 0
                    ? "Senders lose %s of their samples, which are refused for good; "
                        .formatted(Amounts.percent(lost))
                    : "",
                Amounts.count(top().samplesPerSecond()));
    return switch (cause) {
      case NONE_REACHED ->
          "%s, and nothing stops 20 %% more%s%s."
              .formatted(
                  written,
                  room == null ? "" : "; there is room for %s".formatted(times(room)),
                  next.isEmpty() ? "" : "; what would stop more: %s".formatted(words(next, 2)));
      case INCONCLUSIVE ->
          top().seesSenders() || probabilities.keySet().iterator().next() != Cause.NONE_REACHED
              ? "%s; what would stop 20 %% more cannot be told: %s."
                  .formatted(written, words(probabilities, 3))
              : "%s. Nothing in the database stops 20 %% more; whether the senders or the network do cannot be told without pages of all senders."
                  .formatted(written);
      default ->
          "%s, and %s %s%s."
              .formatted(
                  written,
                  top().behind() ? "no more, because of" : "20 % more would be stopped by",
                  Limit.of(cause).map(Limit::what).orElse(cause.what()),
                  end == null ? "" : " (%s)".formatted(end));
    };
  }

  private static String times(Range room) {
    return room.high() >= TWICE
        ? "%s and more"
            .formatted(
                room.low() >= TWICE
                    ? "twice as much"
                    : Amounts.significant(room.low(), false) + " times")
        : "%s times".formatted(Amounts.range(room.low(), room.high()));
  }

  private static String words(Map<Cause, Double> probabilities, int most) {
    return probabilities.entrySet().stream()
        .limit(most)
        .filter(each -> each.getValue() >= NAMED)
        .map(
            each ->
                Limit.of(each.getKey()).map(Limit::what).orElse("nothing")
                    + " "
                    + Amounts.hundredths(each.getValue()))
        .collect(Collectors.joining(", "));
  }

  /**
   * Returns where a limit is, in words: a process, a link, or what is between two; null if that is
   * not known.
   */
  private String end(Limit limit) {
    Database read = top().window().database();
    String sender = busiestSender();
    return switch (limit) {
      case SENDER_CPU, SENDER_BOUND -> named(sender);
      case DATABASE_CPU, MEMORY, READERS -> read == null ? null : named(read.busiest().cpuNode());
      case SLOTS, LOCK -> read == null ? null : named(read.busiest().slotsNode());
      case STORAGE -> read == null ? null : named(read.link() == null ? single() : read.link());
      case LINE, GATEWAY ->
          "between %s and %s"
              .formatted(
                  sender == null ? "the senders" : sender,
                  single() == null ? "the database" : single());
      case REFUSALS, FAILURES -> sender == null ? null : "who answers " + sender;
    };
  }

  private String busiestSender() {
    return top().intervals().get(top().intervals().size() - 1).sending().busiest();
  }

  private String named(String process) {
    Role role = process == null ? null : site.roles().get(process);
    return role == null ? process : "%s, which %s".formatted(process, role.kind().words);
  }

  /** Returns the database's process that takes writes; null unless there is just one. */
  private String single() {
    List<String> taking =
        site.roles().entrySet().stream()
            .filter(each -> each.getValue().kind().takesWrites())
            .map(Map.Entry::getKey)
            .toList();
    return taking.size() == 1 ? taking.get(0) : null;
  }

  private List<String> advice(
      Cause cause,
      Optional<Limit> limit,
      Question question,
      Question.Answer answer,
      Map<Cause, Double> probabilities) {
    var advice = new ArrayList<String>();
    if (cause == Cause.INCONCLUSIVE) {
      advice.add(
          question.isOnTheWay()
              ? "let %s have twice as many requests in flight for some minutes: if more is written,"
                      .formatted(busiestSender())
                  + " the in-flight limit is the cause; if each takes longer instead, the network"
                  + " or a proxy is"
              : "metrics pages from a time of more load, or from the senders, would tell them"
                  + " apart; tidemark ceiling does, by changing one thing at a time");
    }
    if (cause == Cause.NONE_REACHED) {
      advice.add("nothing has to be done for the load as it is; before it grows:");
    }
    limit.ifPresent(
        each -> {
          String whose =
              Optional.ofNullable(end(each))
                  .map(end -> end.split(", ")[0])
                  .orElse(each.isOfSender() ? "the senders" : "the database");
          advice.add(each.advice(whose));
          remedy(each, whose).ifPresent(advice::add);
          Posterior.Range gain = answer.gains().get(each.cause());
          if (cause == each.cause() && gain != null) {
            advice.add(
                "%s should give %s times today's rate"
                    .formatted(each.change(), Amounts.range(gain.low(), gain.high())));
          }
        });
    probabilities.entrySet().stream()
        .skip(1)
        .filter(each -> each.getValue() >= Question.PROBABLE && each.getKey() != cause)
        .forEach(
            each ->
                advice.add(
                    "%s (%s)"
                        .formatted(
                            Limit.of(each.getKey())
                                .map(other -> other.change() + " may help as much")
                                .orElse("perhaps nothing has to be changed"),
                            Amounts.hundredths(each.getValue()))));
    return advice;
  }

  private Optional<String> remedy(Limit limit, String process) {
    if (limit.isOfSender()) {
      return Optional.ofNullable(site.roles().get(process)).map(role -> role.table().remedy());
    }
    return limit
        .concept()
        .flatMap(
            concept ->
                site.roles().values().stream()
                    .filter(role -> role.kind().isOfDatabase())
                    .map(role -> role.format().remedies().get(concept))
                    .filter(Objects::nonNull)
                    .findFirst());
  }

  private List<Diagnosis.Process> processes() {
    return site.roles().entrySet().stream()
        .map(
            each -> {
              Role role = each.getValue();
              return new Diagnosis.Process(
                  each.getKey(),
                  role.kind().words,
                  role.product(),
                  role.node() == null ? null : role.node().version().orElse(null),
                  site.pages(each.getKey()));
            })
        .toList();
  }

  private static Map<Cause, Range> ranges(Map<Cause, Posterior.Range> gains) {
    var ranges = new LinkedHashMap<Cause, Range>();
    gains.forEach((cause, gain) -> ranges.put(cause, range(gain)));
    return ranges;
  }

  private static Range range(Posterior.Range range) {
    return new Range(range.low(), range.median(), range.high());
  }
}
