package io.tidemark.cli;

import io.tidemark.console.DurationRange;
import io.tidemark.console.Exit;
import io.tidemark.console.ProgressBar;
import io.tidemark.console.StatusLine;
import io.tidemark.format.Format;
import io.tidemark.format.Framing;
import io.tidemark.format.RecordFormatter;
import io.tidemark.job.ConfigOptions;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.file.CaptureFile;
import io.tidemark.listen.ListenOptions;
import io.tidemark.listen.ListenResult;
import io.tidemark.listen.Listening;
import io.tidemark.listen.Receiver;
import io.tidemark.measure.Amounts;
import io.tidemark.parse.SampleParser;
import io.tidemark.process.RunException;
import io.tidemark.run.Interrupts;
import io.tidemark.topic.Anonymizer;
import io.tidemark.topic.AnonymousRecords;
import io.tidemark.topic.Capture;
import io.tidemark.topic.CaptureResult;
import io.tidemark.topic.KafkaTopic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Copies a part of a topic, or what agents send, into a file. */
@Command(
    name = "capture",
    description = {
      "Copy records of source.kafka's topic, or with --listen what agents send, into a file for"
          + " source.type=file.",
      "A topic is read from source.kafka.start to --records, --duration, source.kafka.stop or Ctrl-C.",
      "Agents send Prometheus remote write 1 or 2, or OTLP over HTTP."
    },
    footer = {
      "",
      "Examples:",
      "  tidemark capture -c run.yaml --to friday.capture --duration 10m --set source.kafka.start=latest",
      "  tidemark capture -c run.yaml --to sample.capture --records 100000 --anonymise key.txt --keep job",
      "  tidemark capture --listen 127.0.0.1:9201 --to fleet.capture --for 10m"
    })
final class CaptureCommand implements Callable<Integer> {
  private static final Duration FIRST_LINE = Duration.ofSeconds(10);
  private static final DurationRange DURATION =
      DurationRange.of(Duration.ofSeconds(1), Duration.ofDays(7), ", such as 10m");

  @Spec private CommandSpec spec;
  @Mixin private ConfigOptions options;
  @Mixin private OutputOptions common;
  @Mixin private ListenOptions listen;

  @Option(names = "--to", paramLabel = "FILE", required = true, description = "The new file.")
  private Path file;

  @Option(
      names = "--records",
      paramLabel = "N",
      description = "End after this many records of the topic.")
  private long records;

  @Option(
      names = {"--duration", "--for"},
      paramLabel = "TIME",
      description = "Stop after this time, e.g. 1h; default with --listen: 10m.")
  private String duration;

  @Option(
      names = "--anonymise",
      paramLabel = "KEYFILE",
      description = {
        "Replace label values by pseudonyms, hashed with the key in this file.",
        "Metric and label names stay."
      })
  private Path keyFile;

  @Option(
      names = "--keep",
      paramLabel = "LABEL",
      split = ",",
      description =
          "With --anonymise: labels whose values stay (le, quantile and vmrange always do).")
  private List<String> keep = List.of();

  private String unfinished() {
    return Files.exists(file) ? "" : file + ".part has what was copied, and is not whole";
  }

  @Override
  public Integer call() throws IOException {
    Output output = Output.prepare(spec, common);
    requireNewFile();
    if (listen.isGiven()) {
      return listen(output);
    }
    listen.requireNone();
    JobConfig.Source source = options.load().config().source();
    var topic = new KafkaTopic(source.kafka(), System.getenv());
    Format format = source.kafka().formatOf(topic.name());
    Optional<Duration> most =
        Optional.ofNullable(duration).map(text -> DURATION.parse("--duration", text));
    requireBounds(source.kafka(), most);
    Optional<AnonymousRecords> anonymous =
        Optional.ofNullable(keyFile).map(key -> anonymous(key, source, format));
    var capture = new Capture(topic, records, most, anonymous);
    var status =
        new StatusLine(spec.commandLine().getErr(), common.quiet, common.verbose, FIRST_LINE);
    if (keyFile != null && format == Format.GRAPHITE) {
      status.warn("a path of Graphite is a metric's name, and stays as it is");
    }
    try (var interrupts = new Interrupts(this::unfinished)) {
      Capture.Totals totals;
      try {
        totals =
            capture.into(file, () -> interrupts.count() > 0, done -> show(status, capture, done));
      } finally {
        status.ended();
      }
      var result =
          new CaptureResult(
              topic.name(),
              format.slug(),
              file.toString(),
              totals.records(),
              totals.bytes(),
              Files.size(file),
              keyFile != null,
              anonymous.map(AnonymousRecords::partsLeftOut).orElse(0L),
              totals.elapsed().toMillis() / 1e3,
              interrupts.count() > 0);
      output.print(result, result.table());
      output.save("capture.json", result);
      return (result.interrupted() ? Exit.INTERRUPTED : Exit.DONE).code();
    }
  }

  private int listen(Output output) throws IOException {
    if (records != 0) {
      throw new ConfigException("--records counts those of a topic; --listen ends by --for");
    }
    Duration most = duration == null ? ListenOptions.USUAL_TIME : DURATION.parse("--for", duration);
    var status =
        new StatusLine(spec.commandLine().getErr(), common.quiet, common.verbose, FIRST_LINE);
    Optional<Anonymizer> anonymizer = Optional.ofNullable(keyFile).map(this::anonymizer);
    try (var interrupts = new Interrupts(this::unfinished);
        Receiver receiver = listen.start(file, anonymizer, status::warn)) {
      ListenResult result =
          new Listening(receiver, status, most, () -> interrupts.count() > 0)
              .into(file, keyFile != null);
      output.print(result, result.table());
      output.save("capture.json", result);
      if (!receiver.failure().isEmpty()) {
        throw new RunException(
            "%s took no more (%s); it holds all that was acknowledged"
                .formatted(file, receiver.failure()));
      }
      return (interrupts.count() > 0 ? Exit.INTERRUPTED : Exit.DONE).code();
    }
  }

  private void requireBounds(JobConfig.Kafka kafka, Optional<Duration> most) {
    if (records < 0) {
      throw new ConfigException("--records=%d: must be at least 1".formatted(records));
    }
    if (records == 0 && most.isEmpty() && kafka.stop().equals("none")) {
      throw new ConfigException(
          "capture has no end; name one: --records, --duration or source.kafka.stop");
    }
    if (keyFile == null && kafka.framing() != Framing.NONE) {
      throw new ConfigException(
          "source.kafka.framing: a file's records are read without a header before them, and capture copies them with it; only --anonymise writes them anew");
    }
  }

  private void requireNewFile() {
    if (keyFile == null && !keep.isEmpty()) {
      throw new ConfigException("--keep is for --anonymise; without it every value stays");
    }
    if (Files.exists(file)) {
      throw new ConfigException("--to=%s is there already; name another file".formatted(file));
    }
    Path part = CaptureFile.part(file);
    if (Files.exists(part)) {
      throw new ConfigException(
          "%s is there already: what a capture had when it was killed, or one that runs; move it away or name another file"
              .formatted(part));
    }
    Path folder = file.toAbsolutePath().getParent();
    if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
      throw new ConfigException("--to=%s: no folder that can be written to".formatted(file));
    }
  }

  private AnonymousRecords anonymous(Path key, JobConfig.Source source, Format format) {
    if (format == Format.AUTO) {
      throw new ConfigException(
          "source.kafka.format=auto: name the format to write anonymous records in");
    }
    var timestamps = source.influx().timestampUnit();
    SampleParser parser = source.kafka().framing().inside(format.parsers(timestamps).create());
    return new AnonymousRecords(parser, new RecordFormatter(format, timestamps), anonymizer(key));
  }

  private Anonymizer anonymizer(Path key) {
    return new Anonymizer(Anonymizer.key("--anonymise", key), Set.copyOf(keep));
  }

  private static void show(StatusLine status, Capture capture, Capture.Totals done) {
    Optional<Double> share = capture.share(done);
    status.show(
        done.elapsed(),
        share.map(ProgressBar::of).orElse(""),
        "%s  %s records, %s%s"
            .formatted(
                Amounts.clock(done.elapsed()),
                Amounts.count(done.records()),
                Amounts.bytes(done.bytes()),
                share.map(part -> ProgressBar.left(done.elapsed(), part)).orElse("")));
  }
}
