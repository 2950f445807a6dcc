package io.tidemark.job.config;

import io.tidemark.format.Format;
import io.tidemark.format.Framing;
import io.tidemark.job.queries.Queries;
import io.tidemark.parse.text.TimestampUnit;
import io.tidemark.series.Amplification;
import io.tidemark.series.Churn;
import io.tidemark.series.Fleet;
import io.tidemark.series.InstanceLabels;
import io.tidemark.series.Layout;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.TargetConfig;
import java.io.Serializable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The whole configuration of a job. Its defaults stand in one place, {@code defaults.yaml}; sizes
 * are in bytes. It is serializable and free of secrets, because it travels inside the job graph.
 *
 * @param flink Flink's own options for this job, which override those that Tidemark sets
 */
public record JobConfig(
    Source source,
    Amplify amplify,
    TargetConfig target,
    Limits limits,
    Write write,
    Queries queries,
    LastReceived lastReceived,
    DeadLetter deadLetter,
    int parallelism,
    Checkpoint checkpoint,
    Metrics metrics,
    Map<String, String> flink)
    implements Serializable {

  public JobConfig withSource(Source source) {
    return with(source, amplify, target, write, parallelism);
  }

  public JobConfig withTarget(TargetConfig target) {
    return with(source, amplify, target, write, parallelism);
  }

  public JobConfig withAmplify(Amplify amplify) {
    return with(source, amplify, target, write, parallelism);
  }

  public JobConfig withWrite(Write write) {
    return with(source, amplify, target, write, parallelism);
  }

  public JobConfig withLimits(Limits limits) {
    return with(limits, queries);
  }

  public JobConfig withQueries(Queries queries) {
    return with(limits, queries);
  }

  private JobConfig with(Limits limits, Queries queries) {
    return new JobConfig(
        source,
        amplify,
        target,
        limits,
        write,
        queries,
        lastReceived,
        deadLetter,
        parallelism,
        checkpoint,
        metrics,
        flink);
  }

  /** Returns the same configuration without queries beside the writes. */
  public JobConfig withoutQueries() {
    return new JobConfig(
        source,
        amplify,
        target,
        limits,
        write,
        queries.withoutExpressions(),
        lastReceived,
        deadLetter,
        parallelism,
        checkpoint,
        metrics,
        flink);
  }

  public JobConfig withParallelism(int parallelism) {
    return with(source, amplify, target, write, parallelism);
  }

  private JobConfig with(Source s, Amplify a, TargetConfig t, Write w, int parallelism) {
    return new JobConfig(
        s,
        a,
        t,
        limits,
        w,
        queries,
        lastReceived,
        deadLetter,
        parallelism,
        checkpoint,
        metrics,
        flink);
  }

  public record Source(SourceType type, Datagen datagen, Kafka kafka, FileInput file, Influx influx)
      implements Serializable {
    public Source withDatagen(Datagen datagen) {
      return new Source(type, datagen, kafka, file, influx);
    }

    public Source withKafka(Kafka kafka) {
      return new Source(type, datagen, kafka, file, influx);
    }

    public Source withFile(FileInput file) {
      return new Source(type, datagen, kafka, file, influx);
    }

    /** Tells whether the source makes its samples' timestamps itself. */
    public boolean hasOwnTime() {
      return type == SourceType.DATAGEN || type == SourceType.FILE && file.repeat();
    }

    /**
     * Returns when the timestamps that the source makes begin: an instant, or "" if the
     * configuration does not say.
     */
    public String start() {
      return type == SourceType.DATAGEN ? datagen.start() : file.start();
    }

    public Source withStart(String start) {
      return type == SourceType.DATAGEN
          ? withDatagen(datagen.withStart(start))
          : withFile(file.repeated(start));
    }
  }

  public enum SourceType {
    DATAGEN,
    KAFKA,
    FILE
  }

  /**
   * The settings of generated samples.
   *
   * @param series the series alive at a time, for shape devops; ten of them belong to a host
   * @param start the ISO-8601 instant of the first tick, or "" for the present full minute
   * @param samples the source samples until the end, 0 for no end
   * @param rate the source samples per second over the whole job, 0 for as fast as possible
   * @param churn the share of the series that new ones replace in each interval, 0 to 1
   * @param replaced the series replaced before the start, as a multiple of those alive: one that
   *     has run for k intervals with a churn of c goes on, with any churn, where c · k are
   */
  public record Datagen(
      Shape shape,
      int series,
      Duration interval,
      String start,
      long samples,
      long rate,
      double churn,
      double replaced,
      long seed,
      Grid grid)
      implements Serializable {
    public Datagen withStart(String start) {
      return new Datagen(
          shape, series, interval, start, samples, rate, churn, replaced, seed, grid);
    }

    public Datagen withSamples(long samples) {
      return new Datagen(
          shape, series, interval, start, samples, rate, churn, replaced, seed, grid);
    }

    public Datagen withInterval(Duration interval) {
      return new Datagen(
          shape, series, interval, start, samples, rate, churn, replaced, seed, grid);
    }

    public Datagen withRate(long rate) {
      return new Datagen(
          shape, series, interval, start, samples, rate, churn, replaced, seed, grid);
    }

    /**
     * Returns the same with at least this many series alive at a time. A grid changes the number of
     * its tags' values, so it may have a few more.
     */
    public Datagen withSeriesAlive(long series) {
      return shape == Shape.GRID
          ? with(this.series, grid.ofSeries(series))
          : with(Math.toIntExact(series), grid);
    }

    public Datagen withChurn(double churn, double replaced) {
      return new Datagen(
          shape, series, interval, start, samples, rate, churn, replaced, seed, grid);
    }

    private Datagen with(int series, Grid grid) {
      return new Datagen(
          shape, series, interval, start, samples, rate, churn, replaced, seed, grid);
    }

    /** Returns the number of series alive at a time, for either shape. */
    public long seriesAlive() {
      return shape == Shape.GRID ? grid.series() : series;
    }
  }

  public enum Shape {
    DEVOPS,
    GRID
  }

  /**
   * A grid of metrics × tagKeys × tagValues series, each with one tag.
   *
   * @param parameters whether there are {@link #PARAMETERS} more series, whose values are the
   *     grid's own numbers
   */
  public record Grid(int metrics, int tagKeys, int tagValues, boolean parameters)
      implements Serializable {
    /** The grid's own numbers are metrics, tag keys, tag values, and the interval. */
    public static final int PARAMETERS = 4;

    public long series() {
      return (long) metrics * tagKeys * tagValues + (parameters ? PARAMETERS : 0);
    }

    private Grid ofSeries(long series) {
      long each = (long) metrics * tagKeys;
      return new Grid(metrics, tagKeys, Math.toIntExact((series + each - 1) / each), parameters);
    }
  }

  /**
   * The settings of samples that are read from Kafka.
   *
   * @param start earliest | latest | committed | an ISO-8601 instant
   * @param stop none | latest (as of the start) | an ISO-8601 instant | offsets, see {@link
   *     OffsetsText}
   * @param format the format of topics that {@code formats} does not name
   * @param formats formats by topic, named as in {@code format}
   */
  public record Kafka(
      String bootstrapServers,
      List<String> topics,
      String groupId,
      String start,
      String stop,
      Format format,
      Map<String, String> formats,
      Framing framing,
      Map<String, String> properties)
      implements Serializable {
    public Kafka withStop(String stop) {
      return new Kafka(
          bootstrapServers, topics, groupId, start, stop, format, formats, framing, properties);
    }

    public Kafka withFormats(Map<String, String> formats) {
      return new Kafka(
          bootstrapServers, topics, groupId, start, stop, format, formats, framing, properties);
    }

    /** Returns the same source for all records that one of its topics holds now. */
    public Kafka held(String topic) {
      return new Kafka(
          bootstrapServers,
          List.of(topic),
          groupId,
          "earliest",
          "latest",
          format,
          formats,
          framing,
          properties);
    }

    public Format formatOf(String topic) {
      String named = formats.get(topic);
      return named == null ? format : (Format) ConstantText.parse(Format.class, named);
    }
  }

  /**
   * The settings of samples that are read from files.
   *
   * @param path a file or a folder of files that Flink can read, or several of these, or patterns
   * @param repeat whether it is one file that is read again whenever it ends, each time with later
   *     timestamps
   * @param start the ISO-8601 instant of the first sample of a file that repeats, or "" for as far
   *     back as generated time begins
   */
  public record FileInput(String path, Format format, OnError onError, boolean repeat, String start)
      implements Serializable {
    /** What to do about a broken file once all its readable records are written. */
    public enum OnError {
      FAIL,
      SKIP
    }

    public FileInput(String path, Format format) {
      this(path, format, OnError.FAIL, false, "");
    }

    public FileInput repeated(String start) {
      return new FileInput(path, format, onError, true, start);
    }

    /** Returns the paths one by one. */
    public List<String> paths() {
      return Arrays.stream(path.split(",")).map(String::strip).filter(p -> !p.isEmpty()).toList();
    }

    /**
     * Tells whether a path is a pattern, which stands for all files whose name matches its last
     * part.
     */
    public static boolean isPattern(String path) {
      String name = path.substring(path.lastIndexOf('/') + 1);
      return name.contains("*") || name.contains("?") || name.contains("[");
    }
  }

  /** The settings of sources in Influx line protocol. */
  public record Influx(TimestampUnit timestampUnit) implements Serializable {}

  /**
   * The settings of amplification.
   *
   * @param n the mean number of copies over all instances, see {@link Fleet}
   * @param churn the share of the instances that new ones replace in each interval of the samples'
   *     time, 0 to 1
   * @param instanceLabels the labels that tell copies apart; if empty, only {@code instanceLabel}
   *     does; it may contain {@link #ALL}
   * @param maxSeries the most series that a run may write, as estimated before it
   */
  public record Amplify(
      int m,
      double n,
      Duration interval,
      double churn,
      String instanceLabel,
      List<String> instanceLabels,
      ValueMode value,
      Layout layout,
      int maxCachedSeries,
      long maxSeries)
      implements Serializable {
    /** In {@code instanceLabels} this stands for every label. */
    static final String ALL = "all";

    public Amplify withM(int m) {
      return with(m, interval, maxCachedSeries);
    }

    public Amplify withInterval(Duration interval) {
      return with(m, interval, maxCachedSeries);
    }

    public Amplify withMaxCachedSeries(int maxCachedSeries) {
      return with(m, interval, maxCachedSeries);
    }

    private Amplify with(int m, Duration interval, int maxCachedSeries) {
      return new Amplify(
          m,
          n,
          interval,
          churn,
          instanceLabel,
          instanceLabels,
          value,
          layout,
          maxCachedSeries,
          maxSeries);
    }

    /** Returns how new series replace the source's series. */
    public Churn replaced() {
      return new Churn(churn, interval.toMillis(), labels());
    }

    /** Returns the labels that tell copies apart. */
    public InstanceLabels labels() {
      return new InstanceLabels(labelNames(), instanceLabels.contains(ALL), Set.of());
    }

    /** Returns those of them that the configuration names. */
    List<String> labelNames() {
      boolean named = !instanceLabels.isEmpty() && !instanceLabels.contains(ALL);
      return named ? instanceLabels : List.of(instanceLabel);
    }

    public Fleet fleet() {
      var least = new Amplification(m, 1, interval.toMillis(), labels(), value, layout);
      return Fleet.of(least, n);
    }

    /** Returns the amplification of the instances with the most copies. */
    public Amplification amplification() {
      return fleet().most();
    }
  }

  /**
   * The limits beyond which a sample is refused before it is amplified, because the database would
   * drop it without an error.
   *
   * @param labels the most labels of a series, extra and instance labels included
   * @param future how far ahead of now a timestamp may lie
   * @param retention how far back a timestamp may lie, 0 for no bound
   */
  public record Limits(
      int labels, int labelNameBytes, int labelValueBytes, Duration future, Duration retention)
      implements Serializable {}

  public record Write(
      int batchSamples,
      long batchBytes,
      Duration linger,
      int inFlight,
      Duration timeout,
      Retry retry,
      OnRejected onRejected)
      implements Serializable {
    public Write withInFlight(int inFlight) {
      return new Write(batchSamples, batchBytes, linger, inFlight, timeout, retry, onRejected);
    }

    public Write withLinger(Duration linger) {
      return new Write(batchSamples, batchBytes, linger, inFlight, timeout, retry, onRejected);
    }

    public Write withBatchSamples(int batchSamples) {
      return new Write(batchSamples, batchBytes, linger, inFlight, timeout, retry, onRejected);
    }

    public Write withRetry(Retry retry) {
      return new Write(batchSamples, batchBytes, linger, inFlight, timeout, retry, onRejected);
    }
  }

  public record Retry(Duration initial, Duration max, Duration deadline) implements Serializable {}

  public enum OnRejected {
    DEAD_LETTER,
    FAIL
  }

  /**
   * The settings of the records beside the samples, which say which series were received, and when.
   * All but the mode count for {@code CACHED} only.
   *
   * @param ttl how long a record of a series stands
   * @param ttlJitter the share of it by which each record ends sooner, at random
   * @param maxSeries the most series that each subtask remembers
   */
  public record LastReceived(Tracking mode, Duration ttl, double ttlJitter, int maxSeries)
      implements Serializable {}

  public enum Tracking {
    OFF,
    EACH,
    CACHED,
    INCREMENTING
  }

  /**
   * Where dead letters are kept: in a local folder, in any file system that Flink knows ({@code
   * file}), or in a Kafka topic.
   *
   * @param maxBytes the most bytes of letters in the folder, or sent to the topic; further letters
   *     are not kept
   * @param maxFreeShare the most bytes, as a share of what is free on a local folder's file system
   * @param refusedShare the share of refused records and samples at which the run ends
   * @param refusedFor how long the share must have been reached; zero: the run never ends for that
   */
  public record DeadLetter(
      DeadLetterType type,
      String path,
      String bootstrapServers,
      String topic,
      long maxBytes,
      double maxFreeShare,
      double refusedShare,
      Duration refusedFor)
      implements Serializable {}

  public enum DeadLetterType {
    FILE,
    KAFKA
  }

  /**
   * The settings of checkpoints.
   *
   * @param dir the folder of checkpoints; "" keeps them in the JobManager's memory
   */
  public record Checkpoint(Duration interval, String dir) implements Serializable {
    private static final Pattern URI = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]*:/.*");

    /**
     * Returns the folder as Flink takes it: a path without a scheme is local, and "" means no
     * folder.
     */
    public String uri() {
      return dir.isEmpty() || URI.matcher(dir).matches()
          ? dir
          : Path.of(dir).toAbsolutePath().toUri().toString();
    }
  }

  public record Metrics(int prometheusPort) implements Serializable {}
}
