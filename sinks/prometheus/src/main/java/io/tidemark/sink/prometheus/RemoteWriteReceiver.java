package io.tidemark.sink.prometheus;

import io.tidemark.series.Amplification;
import io.tidemark.series.SampleLimits;
import io.tidemark.sink.Capabilities;
import io.tidemark.sink.CapacityProbe;
import io.tidemark.sink.ClientOptions;
import io.tidemark.sink.NullTarget;
import io.tidemark.sink.OptionKey;
import io.tidemark.sink.OwnedDatabase;
import io.tidemark.sink.RunEraser;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.TsdbSignals;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.WriteClient;
import io.tidemark.sink.http.HttpWriteClient;
import io.tidemark.sink.http.MetricsProbe;
import io.tidemark.sink.http.NullServer;
import io.tidemark.sink.http.SeriesDeletion;
import io.tidemark.sink.otlp.OtlpFormat;
import io.tidemark.sink.promql.PromQueries;
import io.tidemark.sink.query.QueryClient;
import io.tidemark.sink.remotewrite.Compression;
import io.tidemark.sink.remotewrite.OlderForm;
import io.tidemark.sink.remotewrite.RemoteWriteFormat;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * {@code target.type: remote-write}: whatever takes Prometheus remote write, or OTLP. Which flavour
 * it is its metrics page says; one of our own is a Prometheus.
 */
public final class RemoteWriteReceiver implements Tsdb {
  /** Half of the two hours of a block: what is older than the newest sample by more is refused. */
  private static final Duration HEAD_TAKES = Duration.ofHours(1);

  /** Of a receiver that holds nothing yet. */
  private static final Duration ANY_TIME = Duration.ofDays(36_500);

  @Override
  public String type() {
    return "remote-write";
  }

  @Override
  public List<OptionKey<?>> options() {
    return PrometheusOptions.KEYS;
  }

  @Override
  public String protocol() {
    return "remote write 1 or 2 over HTTP, Snappy; or OTLP, gzip";
  }

  @Override
  public String acknowledged() {
    return "Prometheus: in its log, not synced. A crash of the machine may lose seconds";
  }

  @Override
  public URI defaultUrl() {
    return URI.create("http://127.0.0.1:9090");
  }

  @Override
  public List<String> schemes() {
    return List.of("http", "https");
  }

  @Override
  public Map<String, String> problems(SortedMap<String, String> options) {
    return PrometheusOptions.problems(options);
  }

  @Override
  public WireFormat format(TargetConfig target, Amplification amplification) {
    PrometheusOptions options = PrometheusOptions.of(target);
    return new NamedSeries(
        options.isOtlp()
            ? new OtlpFormat(target.extraLabels(), amplification, options.compression())
            : new RemoteWriteFormat(
                target.extraLabels(), amplification, Compression.SNAPPY, options.version()));
  }

  @Override
  public WriteClient client(TargetConfig target, ClientOptions options) {
    PrometheusOptions own = PrometheusOptions.of(target);
    return new StoredSamples(
        own.isOtlp()
            ? new HttpWriteClient(target, options, OtlpWrite.of(own))
            : new OlderForm(
                new HttpWriteClient(target, options, RemoteWrite.of(own)),
                RemoteWrite.VERSION_2_OR_1),
        target);
  }

  @Override
  public CapacityProbe probe(TargetConfig target) {
    return new MetricsProbe(
        target, Addresses.ofMetrics(target), NamedPages.all(), System::nanoTime);
  }

  /** Prometheus takes each series in its order as it comes, and so do those that hold its TSDB. */
  @Override
  public Capabilities capabilities() {
    return new Capabilities(Flavours.UNKNOWN.remedies(), true);
  }

  @Override
  public Capabilities capabilities(TargetConfig target) {
    return capabilities(target, TsdbSignals.NONE);
  }

  @Override
  public Capabilities capabilities(TargetConfig target, TsdbSignals read) {
    return new Capabilities(
        NamedPages.remedies(read), !PrometheusOptions.of(target).takesOutOfOrder());
  }

  /** Prometheus refuses what lies further ahead; it has no limits on labels. */
  @Override
  public SampleLimits limits() {
    return new SampleLimits(
        SampleLimits.WIDEST.labels(),
        SampleLimits.WIDEST.labelNameBytes(),
        SampleLimits.WIDEST.labelValueBytes(),
        Duration.ofMinutes(10),
        Duration.ZERO);
  }

  /** One that has no series yet takes any time to begin with. */
  @Override
  public SampleLimits limits(TsdbSignals read) {
    SampleLimits usual = limits();
    boolean empty =
        !read.nodes().isEmpty()
            && read.nodes().stream().allMatch(node -> node.rows().newSeries().orElse(1) == 0);
    return empty
        ? new SampleLimits(
            usual.labels(),
            usual.labelNameBytes(),
            usual.labelValueBytes(),
            usual.future(),
            ANY_TIME)
        : usual;
  }

  /** Of one that holds samples of now. */
  @Override
  public Duration defaultRetention() {
    return HEAD_TAKES;
  }

  @Override
  public Optional<OwnedDatabase.Starter> starter() {
    return Optional.of(OwnedPrometheus.STARTER);
  }

  /** A Prometheus with {@code --web.enable-admin-api}. */
  @Override
  public Optional<RunEraser> eraser(TargetConfig target) {
    URI url = target.urls().get(0);
    return Optional.of(
        new SeriesDeletion(
            target, (purpose, path, query) -> Addresses.ofApi(url, path).withQuery(query)));
  }

  @Override
  public Optional<QueryClient> queries(TargetConfig target) {
    return Optional.of(
        new PromQueries(
            target,
            target.urls().stream()
                .<PromQueries.Paths>map(
                    url -> (path, query) -> Addresses.ofApi(url, path).withQuery(query))
                .toList()));
  }

  @Override
  public Optional<NullTarget> startNullTarget() {
    return Optional.of(NullServer.startProcess());
  }
}
