package io.tidemark.cli;

import io.tidemark.console.Exit;
import io.tidemark.console.ProgressBar;
import io.tidemark.console.StatusLine;
import io.tidemark.format.Format;
import io.tidemark.format.Framing;
import io.tidemark.format.RecordFormatter;
import io.tidemark.job.ConfigOptions;
import io.tidemark.job.Consent;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig;
import io.tidemark.measure.Amounts;
import io.tidemark.process.RunException;
import io.tidemark.run.Interrupts;
import io.tidemark.topic.FilesInput;
import io.tidemark.topic.GeneratedInput;
import io.tidemark.topic.KafkaTopic;
import io.tidemark.topic.Produce;
import io.tidemark.topic.ProduceResult;
import io.tidemark.topic.SampleInput;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Fills the Kafka topic that a run reads. */
@Command(
    name = "produce",
    description = {
      "Fill the Kafka topic of source.kafka, in its format, from the generator or a file.",
      "Ctrl-C stops it, and says how many were produced."
    },
    footer = {
      "",
      "Examples:",
      "  tidemark produce -c run.yaml --create-topic 4 --samples 5000000",
      "  tidemark produce -c run.yaml --from file --set source.file.path=a.lp,b.lp.gz",
      "  tidemark produce -c run.yaml --set source.kafka.format=otlp --set source.datagen.rate=10000"
    })
final class ProduceCommand implements Callable<Integer> {
  /** Number of samples if neither the configuration nor an option gives it. */
  private static final long SAMPLES = 1_000_000;

  private static final Duration FIRST_LINE = Duration.ofSeconds(10);
  private static final long SHOW_AFTER_NANOS = Duration.ofMillis(200).toNanos();

  @Spec private CommandSpec spec;
  @Mixin private ConfigOptions options;
  @Mixin private OutputOptions common;
  @Mixin private Consent consent;

  private enum From {
    datagen,
    file
  }

  @Option(
      names = "--from",
      paramLabel = "INPUT",
      defaultValue = "datagen",
      description =
          "datagen or file: which section of source the samples come from; default: ${DEFAULT-VALUE}.")
  private From from;

  @Option(
      names = "--samples",
      paramLabel = "N",
      description =
          "How many samples to generate; default: source.datagen.samples, or 1000000 if that is 0.")
  private long samples;

  @Option(
      names = "--create-topic",
      paramLabel = "PARTITIONS",
      description = "Create the topic with this many partitions if it does not exist.")
  private int newPartitions;

  @Option(
      names = "--record-samples",
      paramLabel = "N",
      defaultValue = "500",
      description = "Maximum number of samples in a record; default: ${DEFAULT-VALUE}.")
  private int recordSamples;

  private StatusLine status;
  private volatile Produce produce;
  private long startNanos;
  private long shownNanos;

  @Override
  public Integer call() throws IOException {
    requireRange("--samples", samples, 0, Long.MAX_VALUE);
    requireRange("--create-topic", newPartitions, 0, 10_000);
    requireRange("--record-samples", recordSamples, 1, 1_000_000);
    Output output = Output.prepare(spec, common);
    JobConfig.Source source = options.load().config().source();
    var topic = new KafkaTopic(source.kafka(), System.getenv());
    Format format = format(source.kafka(), topic.name());
    status = new StatusLine(spec.commandLine().getErr(), common.quiet, common.verbose, FIRST_LINE);
    try (SampleInput input = input(source);
        var interrupts = new Interrupts(this::unfinished)) {
      consent.to(spec.commandLine().getErr(), impact(source, topic));
      int partitions = newPartitions > 0 ? topic.create(newPartitions) : topic.partitions();
      produce =
          new Produce(
              topic,
              partitions,
              () -> new RecordFormatter(format, source.influx().timestampUnit()),
              recordSamples);
      startNanos = System.nanoTime();
      Produce.Totals totals;
      try {
        totals = produce.run(input, () -> interrupts.count() > 0, done -> show(done, input));
      } finally {
        status.ended();
      }
      var result =
          new ProduceResult(
              topic.name(),
              partitions,
              format.slug(),
              input.name(),
              totals.samples(),
              totals.records(),
              totals.bytes(),
              totals.unreadable(),
              totals.unwritable(),
              elapsed().toMillis() / 1e3,
              interrupts.count() > 0);
      output.print(result, result.table());
      output.save("produce.json", result);
      input
          .broken()
          .ifPresent(
              line -> {
                throw new RunException(line);
              });
      return (result.interrupted() ? Exit.INTERRUPTED : Exit.DONE).code();
    }
  }

  private String unfinished() {
    Produce begun = produce;
    return begun == null ? "" : "%d records are in the topic".formatted(begun.acknowledged());
  }

  private static void requireRange(String option, long value, long least, long most) {
    if (value < least || value > most) {
      throw new ConfigException(
          "%s=%d: must be between %d and %d".formatted(option, value, least, most));
    }
  }

  private static Format format(JobConfig.Kafka kafka, String topic) {
    Format format = kafka.formatOf(topic);
    if (format == Format.AUTO) {
      throw new ConfigException("source.kafka.format=auto: name the format to write in");
    }
    if (kafka.framing() != Framing.NONE) {
      throw new ConfigException(
          "source.kafka.framing: records are written without a header; use none");
    }
    return format;
  }

  private SampleInput input(JobConfig.Source source) throws IOException {
    return switch (from) {
      case datagen ->
          new GeneratedInput(source.datagen().withSamples(generated(source)), Instant.now());
      case file -> new FilesInput(source);
    };
  }

  private long generated(JobConfig.Source source) {
    long most = samples > 0 ? samples : source.datagen().samples();
    return most == 0 ? SAMPLES : most;
  }

  /**
   * Says what the command writes. It always asks for consent, because Tidemark never starts a
   * Kafka, and readers of the topic take its records for real ones.
   */
  private String impact(JobConfig.Source source, KafkaTopic topic) {
    return "This writes %s into the Kafka topic %s at %s, which Tidemark did not start%s."
        .formatted(
            from == From.datagen
                ? String.format(Locale.ROOT, "%,d generated samples", generated(source))
                : "the samples of " + source.file().path(),
            topic.name(),
            source.kafka().bootstrapServers(),
            newPartitions > 0 ? ", and creates the topic if it does not exist" : "");
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - startNanos);
  }

  private void show(Produce.Totals done, SampleInput input) {
    long now = System.nanoTime();
    if (now - shownNanos < SHOW_AFTER_NANOS) {
      return;
    }
    shownNanos = now;
    double share = input.share();
    Duration elapsed = elapsed();
    double rate = done.samples() / Math.max(1e-3, elapsed.toMillis() / 1e3);
    status.show(
        elapsed,
        ProgressBar.of(share),
        "%s  %s (%s), %s samples/s%s"
            .formatted(
                Amounts.clock(elapsed),
                Amounts.count(done.samples()),
                Amounts.percent(share),
                Amounts.count(rate),
                ProgressBar.left(elapsed, share)));
  }
}
