package io.tidemark.cli;

import io.tidemark.ceiling.Cause;
import io.tidemark.console.DurationRange;
import io.tidemark.console.Exit;
import io.tidemark.console.StatusLine;
import io.tidemark.diagnose.Collected;
import io.tidemark.diagnose.Diagnose;
import io.tidemark.diagnose.Diagnosis;
import io.tidemark.diagnose.DiagnosisSummary;
import io.tidemark.diagnose.PageCollection;
import io.tidemark.job.ConfigOptions;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.DurationText;
import io.tidemark.measure.Time;
import io.tidemark.report.DiagnosisPage;
import io.tidemark.report.ReportFiles;
import io.tidemark.run.Interrupts;
import java.net.URI;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Names what limits writes from metrics that exist already; it makes no load. */
@Command(
    name = "diagnose",
    description = {
      "Name what limits writes, from metrics stored in a Prometheus (--metrics) or saved as pages"
          + " (--pages); it only reads.",
      "--collect saves such pages, with pseudonyms. Use -c or --set if reading metrics needs a login"
          + " (target.auth, target.tls)."
    },
    footer = {
      "",
      "Examples:",
      "  tidemark diagnose --collect http://vminsert:8480,http://vmagent:8429 --for 5m --out pages",
      "  tidemark diagnose --pages pages",
      "  tidemark diagnose --metrics http://prometheus:9090 --from 6h --match '{namespace=\"vm\"}'",
      "  tidemark diagnose --pages pages --database 'insert-*,storage-*' --json"
    })
final class DiagnoseCommand implements Callable<Integer> {
  private static final DurationRange LENGTH =
      DurationRange.of(Duration.ofSeconds(2), Duration.ofDays(1), ", such as 5m");
  private static final DurationRange EVERY =
      DurationRange.of(Duration.ofSeconds(1), Duration.ofMinutes(10), ", such as 15s");
  private static final DurationRange PAST =
      DurationRange.of(
          Duration.ofSeconds(10), Duration.ofDays(90), ", such as 1h, or 2026-11-27T08:00:00Z");
  private static final String USUAL_PAST = "1h";
  private static final Duration USUAL_LENGTH = Duration.ofMinutes(1);
  private static final Duration USUAL_EVERY = Duration.ofSeconds(5);
  private static final Duration FIRST_LINE = Duration.ofSeconds(10);

  @Spec private CommandSpec spec;
  @Mixin private ConfigOptions options;
  @Mixin private OutputOptions common;

  @Option(
      names = "--pages",
      paramLabel = "DIR",
      description =
          "Folder of saved /metrics pages, at least two for each process, named like "
              + "PROCESS@2026-11-27T08-00-15Z.metrics.")
  private Path pages;

  @Option(
      names = "--metrics",
      paramLabel = "URL",
      description = "Prometheus, or a server with its query API, to read from.")
  private URI metrics;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "With --metrics: how long ago, or a time in UTC; default 1h.")
  private String from;

  @Option(
      names = "--to",
      paramLabel = "TIME",
      description = "With --metrics: how long ago, or a time in UTC; default now.")
  private String to;

  @Option(
      names = "--match",
      paramLabel = "LABELS",
      description = "With --metrics: labels that series must have, such as '{namespace=\"vm\"}'.")
  private String match;

  @Option(
      names = "--database",
      paramLabel = "NAME",
      split = ",",
      description =
          "Processes of the database to judge, if there are several databases; * matches anything. Not with --collect.")
  private List<String> databases = List.of();

  @Option(
      names = "--collect",
      paramLabel = "URL",
      split = ",",
      description = "Save /metrics pages of these addresses into --out, an empty folder.")
  private List<URI> urls = List.of();

  @Option(
      names = "--for",
      paramLabel = "TIME",
      description = "With --collect: for how long; default 1m.")
  private String length;

  @Option(
      names = "--every",
      paramLabel = "TIME",
      description = "With --collect: time between two pages; default 5s.")
  private String every;

  @Option(
      names = "--raw",
      description =
          "With --collect: do not replace hosts, addresses, tenants and names by pseudonyms.")
  private boolean raw;

  @Override
  public Integer call() {
    long sources = Stream.of(pages, metrics).filter(Objects::nonNull).count();
    if (sources + (urls.isEmpty() ? 0 : 1) != 1) {
      throw new ConfigException("name one of --pages, --metrics and --collect");
    }
    if (metrics == null && (from != null || to != null || match != null)) {
      throw new ConfigException("--from, --to and --match are for --metrics");
    }
    if (!urls.isEmpty()) {
      return collect();
    }
    if (length != null || every != null || raw) {
      throw new ConfigException("--for, --every and --raw are for --collect");
    }
    Optional<Diagnose.Stored> stored = metrics == null ? Optional.empty() : Optional.of(plan());
    Output output = Output.prepare(spec, common);
    Diagnosis diagnosis =
        stored.map(Diagnose::stored).orElseGet(() -> Diagnose.pages(pages, databases));
    output.print(diagnosis, DiagnosisSummary.of(diagnosis));
    output.save("diagnosis.json", diagnosis);
    output.folder().ifPresent(to -> ReportFiles.render(to, DiagnosisPage.of(diagnosis)));
    return (diagnosis.cause() == Cause.INCONCLUSIVE ? Exit.INCONCLUSIVE : Exit.DONE).code();
  }

  private Diagnose.Stored plan() {
    Instant now = Instant.ofEpochMilli(Time.REAL.millis());
    Instant begin = moment("--from", from == null ? USUAL_PAST : from, now);
    Instant end = to == null ? now : moment("--to", to, now);
    if (!begin.isBefore(end)) {
      throw new ConfigException("--from=%s is not before --to=%s".formatted(begin, end));
    }
    String labels = match == null ? "" : match.strip().replaceAll("^\\{|}$", "");
    return new Diagnose.Stored(
        metrics, options.load().config().target(), begin, end, labels, databases);
  }

  private static Instant moment(String option, String text, Instant now) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      return now.minus(PAST.parse(option, text));
    }
  }

  private int collect() {
    if (!databases.isEmpty()) {
      throw new ConfigException("--database is for --pages and --metrics");
    }
    Path folder =
        Optional.ofNullable(common.folder)
            .orElseThrow(() -> new ConfigException("--collect needs a folder: --out"));
    if (urls.size() > PageCollection.MOST_URLS) {
      throw new ConfigException(
          "--collect names %d addresses; at most %d"
              .formatted(urls.size(), PageCollection.MOST_URLS));
    }
    Duration most = length == null ? USUAL_LENGTH : LENGTH.parse("--for", length);
    Duration apart = every == null ? USUAL_EVERY : EVERY.parse("--every", every);
    if (apart.compareTo(most) > 0) {
      throw new ConfigException(
          "--every=%s: longer than --for=%s, so that no process has two pages"
              .formatted(DurationText.format(apart), DurationText.format(most)));
    }
    // Users pass the folder on with its pages, so no log belongs into it.
    Output output = Output.into(spec, common, folder);
    var status =
        new StatusLine(spec.commandLine().getErr(), common.quiet, common.verbose, FIRST_LINE);
    var plan =
        new PageCollection.CollectionPlan(
            urls, options.load().config().target(), most, apart, folder, raw);
    long begin = Time.REAL.millis();
    Collected collected;
    try (var interrupts = new Interrupts()) {
      collected =
          new PageCollection(plan, Time.REAL)
              .run(
                  () -> interrupts.count() > 0,
                  saved ->
                      status.show(
                          Duration.ofMillis(Time.REAL.millis() - begin),
                          "",
                          "%d pages are saved".formatted(saved)));
    } finally {
      status.ended();
    }
    output.print(collected, collected.table());
    return (collected.ended().equals("interrupted") ? Exit.INTERRUPTED : Exit.DONE).code();
  }
}
