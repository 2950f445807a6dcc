package io.tidemark.job.config;

import io.tidemark.build.Version;
import io.tidemark.series.Fleet;
import io.tidemark.sink.OptionKey;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a job tells of itself in Flink's REST API and web UI, where anyone who watches it can read
 * it: nothing that is or names a secret.
 *
 * @param version the version of the build that started it
 * @param sourceRate the source samples per second that were asked for; 0 for no rate
 * @param metricsUrls the addresses of the database's metrics; if empty, beside {@code urls}
 * @param options the options of the kind of database, without those that are secret
 */
public record PublicSettings(
    String version,
    int m,
    double n,
    int batchSamples,
    int parallelism,
    long sourceRate,
    String targetType,
    List<URI> urls,
    List<URI> metricsUrls,
    SortedMap<String, String> options) {
  private static final String PREFIX = "tidemark.";
  private static final String VERSION = PREFIX + "version";
  private static final String M = PREFIX + "amplify.m";
  private static final String N = PREFIX + "amplify.n";
  private static final String BATCH_SAMPLES = PREFIX + "write.batch-samples";
  private static final String PARALLELISM = PREFIX + "parallelism";
  private static final String SOURCE_RATE = PREFIX + "source.rate";
  private static final String TYPE = PREFIX + "target.type";
  private static final String URLS = PREFIX + "target.urls";
  private static final String METRICS_URLS = PREFIX + "target.metrics-urls";

  /** An option's name follows this. */
  static final String OPTION = PREFIX + "target.option.";

  /** A separator that no address holds unescaped. */
  private static final String BETWEEN_URLS = " ";

  public static PublicSettings of(JobConfig config) {
    boolean generated = config.source().type() == JobConfig.SourceType.DATAGEN;
    return new PublicSettings(
        Version.TIDEMARK,
        config.amplify().m(),
        config.amplify().n(),
        config.write().batchSamples(),
        config.parallelism(),
        generated ? config.source().datagen().rate() : 0,
        config.target().type(),
        config.target().urls(),
        config.target().metricsUrls(),
        shown(config.target()));
  }

  private static SortedMap<String, String> shown(TargetConfig target) {
    var shown = new TreeMap<String, String>();
    Tsdb kind = Tsdb.byType(target.type(), PublicSettings.class.getClassLoader());
    for (OptionKey<?> key : kind.options()) {
      if (!key.secret()) {
        shown.put(key.name(), key.text(target.options()));
      }
    }
    return shown;
  }

  public Map<String, String> toMap() {
    var map = new TreeMap<String, String>();
    map.put(VERSION, version);
    map.put(M, Integer.toString(m));
    map.put(N, Fleet.text(n));
    map.put(BATCH_SAMPLES, Integer.toString(batchSamples));
    map.put(PARALLELISM, Integer.toString(parallelism));
    map.put(SOURCE_RATE, Long.toString(sourceRate));
    map.put(TYPE, targetType);
    map.put(URLS, join(urls));
    map.put(METRICS_URLS, join(metricsUrls));
    options.forEach((name, value) -> map.put(OPTION + name, value));
    return map;
  }

  /**
   * @param map the settings of any job
   * @return the settings; empty if the job is none of Tidemark's, or of a build that published less
   */
  public static Optional<PublicSettings> parse(Map<String, String> map) {
    try {
      return Optional.of(
          new PublicSettings(
              required(map, VERSION),
              Integer.parseInt(required(map, M)),
              Double.parseDouble(required(map, N)),
              Integer.parseInt(required(map, BATCH_SAMPLES)),
              Integer.parseInt(required(map, PARALLELISM)),
              Long.parseLong(required(map, SOURCE_RATE)),
              required(map, TYPE),
              split(required(map, URLS)),
              split(required(map, METRICS_URLS)),
              options(map)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static SortedMap<String, String> options(Map<String, String> map) {
    var options = new TreeMap<String, String>();
    map.forEach(
        (key, value) -> {
          if (key.startsWith(OPTION)) {
            options.put(key.substring(OPTION.length()), value);
          }
        });
    return options;
  }

  private static String required(Map<String, String> map, String key) {
    String value = map.get(key);
    if (value == null) {
      throw new IllegalArgumentException("no " + key);
    }
    return value;
  }

  private static String join(List<URI> urls) {
    return urls.stream().map(URI::toString).collect(Collectors.joining(BETWEEN_URLS));
  }

  private static List<URI> split(String urls) {
    return Stream.of(urls.split(BETWEEN_URLS))
        .filter(url -> !url.isEmpty())
        .map(URI::create)
        .toList();
  }
}
