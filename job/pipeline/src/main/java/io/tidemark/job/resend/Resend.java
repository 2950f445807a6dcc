package io.tidemark.job.resend;

import io.tidemark.format.Format;
import io.tidemark.job.amplify.SampleRules;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.RunLabel;
import io.tidemark.job.deadletter.DeadLetter;
import io.tidemark.job.file.FileFormats;
import io.tidemark.job.kafka.TopicFormats;
import io.tidemark.job.source.ParseFunction;
import io.tidemark.parse.Rejection;
import io.tidemark.parse.SampleParser;
import io.tidemark.parse.text.TimestampUnit;
import io.tidemark.process.Poll;
import io.tidemark.process.RunException;
import io.tidemark.process.StopBudget;
import io.tidemark.series.Amplification;
import io.tidemark.series.Copies;
import io.tidemark.series.Fleet;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.Sample;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.ClientOptions;
import io.tidemark.sink.KeptTimestamps;
import io.tidemark.sink.Payload;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.WriteClient;
import io.tidemark.sink.WriteResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * Sends dead letters to the database again, one request after the other. A sample that the database
 * had refused goes as it is; one that was refused before it was amplified, and a record that could
 * not be read, go by the configuration as it is now. What is refused again is counted by its
 * reason, and its letter stays where it is.
 */
public final class Resend implements AutoCloseable {
  /** The reasons begin with this if the database refused a sample, which is sent as it was. */
  private static final String REJECTED = "rejected-";

  private static final String UNREADABLE = "unreadable-letter";

  private static final Duration LOOK_AGAIN = Duration.ofMillis(1);

  /** An answer may take this much longer than the client's own limit. */
  private static final Duration ANSWERS_WITHIN = Duration.ofMinutes(1);

  static final Amplification AS_IT_IS =
      new Amplification(1, 1, 1, "instance", ValueMode.REPEAT, Layout.SERIES);

  private final JobConfig config;
  private final Fleet fleet;
  private final KeptTimestamps kept;
  private final Map<String, Written> written = new HashMap<>();
  private final WireFormat format;
  private final WriteClient client;
  private final LongSupplier nowMillis;
  private final Map<String, SampleParser> parsers = new HashMap<>();
  private final List<Sample> waiting = new ArrayList<>();

  private final SortedMap<String, Long> refused = new TreeMap<>();
  private long letters;
  private volatile long samplesSent;

  /**
   * @param letters the letters that were read
   * @param samplesSent the samples that the database accepted, copies included
   * @param refused what was refused again, by reason: samples, or records that can't be read
   */
  public record Counts(long letters, long samplesSent, SortedMap<String, Long> refused) {}

  /**
   * @param kind the kind of database of {@code target}
   * @throws IllegalArgumentException if the target's settings can't be used
   */
  public static Resend to(JobConfig config, Tsdb kind) {
    TargetConfig target = config.target();
    return new Resend(
        config,
        kind.format(target.withExtraLabels(Map.of()), AS_IT_IS),
        kind.client(target, new ClientOptions(1, config.write().timeout(), "tidemark-resend")),
        kind.timestamps(target),
        System::currentTimeMillis);
  }

  /**
   * @param format a format that adds nothing to a sample
   * @param kept see {@link Tsdb#timestamps}
   */
  Resend(
      JobConfig config,
      WireFormat format,
      WriteClient client,
      KeptTimestamps kept,
      LongSupplier nowMillis) {
    this.config = config;
    this.format = format;
    this.client = client;
    this.nowMillis = nowMillis;
    this.kept = kept;
    fleet = repeating(config.amplify().fleet());
  }

  /** The rules and the copies of a run's samples. */
  private record Written(Fleet fleet, Written.Counted least, Written.Counted most) {
    /** The rules and copies of those instances that have one number of copies. */
    private record Counted(SampleRules rules, Copies copies) {}

    Counted of(Labels series) {
      return fleet.hasOneMore(series) ? most : least;
    }
  }

  /** Writes with the run's label, so that the samples can be deleted with what it wrote. */
  private Written as(String run) {
    TargetConfig target = config.target();
    TargetConfig of = target.runLabel() ? RunLabel.on(target, run) : target;
    return new Written(fleet, counted(of, fleet.least()), counted(of, fleet.most()));
  }

  private Written.Counted counted(TargetConfig target, Amplification amplification) {
    return new Written.Counted(
        new SampleRules(config.limits(), target, amplification, kept),
        new Copies(amplification, target.extraLabels()));
  }

  /** Does not interpolate, because nobody knows the next sample of a series here. */
  private static Fleet repeating(Fleet fleet) {
    Amplification as = fleet.least();
    return as.value() == ValueMode.INTERPOLATE
        ? new Fleet(
            new Amplification(
                as.m(),
                as.n(),
                as.intervalMillis(),
                as.instanceLabels(),
                ValueMode.REPEAT,
                as.layout()),
            fleet.share())
        : fleet;
  }

  /**
   * @throws RunException if the database can't be written to
   */
  public void send(DeadLetter letter) {
    letters++;
    if (letter.partition() < 0) {
      SeriesText.parse(letter.origin())
          .ifPresentOrElse(labels -> sample(letter, labels), () -> refuse(UNREADABLE));
    } else if (letter.original().length >= ParseFunction.MAX_ORIGINAL_BYTES) {
      // A letter keeps only the beginning of such a record.
      refuse(Rejection.TOO_LARGE.reason());
    } else {
      var records = new Records(letter.run());
      parsers.computeIfAbsent(letter.origin(), this::parser).parse(letter.original(), -1, records);
      if (records.isEmpty) {
        // The letter has a part of a record that is no record, such as a point of OTLP.
        refuse(UNREADABLE);
      }
    }
  }

  private SampleParser parser(String origin) {
    JobConfig.Source source = config.source();
    TimestampUnit timestamps = source.influx().timestampUnit();
    if (source.type() == JobConfig.SourceType.FILE) {
      try {
        return FileFormats.parser(source.file().format(), origin, timestamps);
      } catch (IOException e) {
        throw new RunException(
            "%s can't be read, which is to tell its format".formatted(origin), e);
      }
    }
    Format format = source.kafka().formatOf(origin);
    if (format == Format.AUTO) {
      format =
          TopicFormats.told(source.kafka().held(origin), timestamps, System.getenv())
              .formatOf(origin);
    }
    return format.parsers(timestamps).create();
  }

  private final class Records implements SampleParser.Output {
    private final String run;
    private boolean isEmpty = true;

    Records(String run) {
      this.run = run;
    }

    @Override
    public void sample(Sample sample) {
      isEmpty = false;
      amplify(sample, run);
    }

    @Override
    public void rejected(Rejection why, String detail, byte[] bytes, int offset, int length) {
      isEmpty = false;
      refuse(why.reason());
    }
  }

  private void sample(DeadLetter letter, Labels labels) {
    double value;
    try {
      value = Double.parseDouble(new String(letter.original(), StandardCharsets.UTF_8));
    } catch (NumberFormatException e) {
      refuse(UNREADABLE);
      return;
    }
    var sample = new Sample(labels, letter.offset(), value);
    if (letter.reason().startsWith(REJECTED)) {
      add(sample);
    } else {
      amplify(sample, letter.run());
    }
  }

  private void amplify(Sample sample, String run) {
    Written.Counted as = written.computeIfAbsent(run, this::as).of(sample.labels());
    String reason = as.rules().refuse(sample, nowMillis.getAsLong());
    if (reason == null) {
      reason = as.rules().refuse(sample.labels());
      reason = reason == null ? format.refuse(sample.labels()) : reason;
    }
    if (reason != null) {
      refuse(reason);
      return;
    }
    as.copies().of(List.of(sample), as.copies().amplification().all()).forEach(this::add);
  }

  private void add(Sample sample) {
    waiting.add(sample);
    if (waiting.size() >= config.write().batchSamples()) {
      flush();
    }
  }

  /** Returns how many samples the database has accepted so far. */
  public long samplesSent() {
    return samplesSent;
  }

  /** Sends what waits, and returns what became of all letters. */
  public Counts finish() {
    flush();
    return new Counts(letters, samplesSent, new TreeMap<>(refused));
  }

  private void flush() {
    if (!waiting.isEmpty()) {
      write(waiting);
      waiting.clear();
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes, others read
  private void write(List<Sample> samples) {
    WriteResult answer = answer(samples);
    switch (answer.outcome()) {
      case OK, ALREADY_STORED -> samplesSent += samples.size();
      case REJECT -> {
        if (samples.size() == 1) {
          refuse(REJECTED + answer.code().toLowerCase(Locale.ROOT).replace(' ', '-'));
          return;
        }
        int half = samples.size() / 2;
        write(samples.subList(0, half));
        write(samples.subList(half, samples.size()));
      }
      default ->
          throw new RunException(
              "%s: %s; %d samples were sent before, and can be sent again"
                  .formatted(answer.endpoint(), answer.error(), samplesSent));
    }
  }

  /** Returns the last of the answers that {@code write.retry} allows. */
  private WriteResult answer(List<Sample> samples) {
    var payload = format.encode(samples);
    JobConfig.Retry retry = config.write().retry();
    long deadlineNanos = System.nanoTime() + retry.deadline().toNanos();
    Duration pause = retry.initial();
    WriteResult answer = sent(payload);
    while (answer.outcome().isPassing() && System.nanoTime() - deadlineNanos < 0) {
      Duration pauses = pause;
      Poll.until(pauses, LOOK_AGAIN, StopBudget.ofThisProcess()::isRunning);
      if (StopBudget.ofThisProcess().isRunning()) {
        return answer;
      }
      pause =
          pause.multipliedBy(2).compareTo(retry.max()) < 0 ? pause.multipliedBy(2) : retry.max();
      answer = sent(payload);
    }
    return answer;
  }

  private WriteResult sent(Payload payload) {
    CompletableFuture<WriteResult> answer = client.write(payload);
    Poll.until(
        config.write().timeout().plus(ANSWERS_WITHIN),
        LOOK_AGAIN,
        () -> answer.isDone() || StopBudget.ofThisProcess().isOver(StopBudget.Step.WRITE));
    if (!answer.isDone()) {
      throw new RunException(
          "the database did not answer in time; %d samples were sent before, and can be sent again"
              .formatted(samplesSent));
    }
    return answer.join();
  }

  private void refuse(String reason) {
    refused.merge(reason, 1L, Long::sum);
  }

  @Override
  public void close() {
    client.close();
  }
}
