package io.tidemark.sink.victoriametrics;

import io.tidemark.series.Amplification;
import io.tidemark.series.SampleLimits;
import io.tidemark.sink.Capabilities;
import io.tidemark.sink.CapacityProbe;
import io.tidemark.sink.ClientOptions;
import io.tidemark.sink.KeptTimestamps;
import io.tidemark.sink.NullTarget;
import io.tidemark.sink.OptionKey;
import io.tidemark.sink.OwnedDatabase;
import io.tidemark.sink.RunEraser;
import io.tidemark.sink.StandIn;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.TsdbSignals;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.WriteClient;
import io.tidemark.sink.http.HttpWriteClient;
import io.tidemark.sink.http.MetricsProbe;
import io.tidemark.sink.http.NullServer;
import io.tidemark.sink.http.PageFormat;
import io.tidemark.sink.http.SeriesDeletion;
import io.tidemark.sink.promql.PromQueries;
import io.tidemark.sink.query.QueryClient;
import io.tidemark.sink.remotewrite.OlderForm;
import io.tidemark.sink.remotewrite.RemoteWriteFormat;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.LongSupplier;

/**
 * VictoriaMetrics ({@code target.type: victoriametrics}), single node or cluster, written by
 * Prometheus remote write.
 */
public final class VictoriaMetrics implements Tsdb {
  private static final PageFormat PAGES = new VictoriaMetricsPages();

  @Override
  public String type() {
    return "victoriametrics";
  }

  @Override
  public List<OptionKey<?>> options() {
    return VictoriaMetricsOptions.KEYS;
  }

  @Override
  public String protocol() {
    return "remote write over HTTP, Snappy or zstd";
  }

  @Override
  public String acknowledged() {
    return "in its memory: a crash may lose seconds";
  }

  @Override
  public URI defaultUrl() {
    return URI.create("http://127.0.0.1:8428");
  }

  @Override
  public List<String> schemes() {
    return List.of("http", "https");
  }

  @Override
  public Map<String, String> problems(SortedMap<String, String> options) {
    return VictoriaMetricsOptions.problems(options);
  }

  @Override
  public WireFormat format(TargetConfig target, Amplification amplification) {
    return new RemoteWriteFormat(
        target.extraLabels(), amplification, VictoriaMetricsOptions.of(target).compression());
  }

  @Override
  public WriteClient client(TargetConfig target, ClientOptions options) {
    return new OlderForm(
        new HttpWriteClient(
            target, options, RemoteWrite.of(VictoriaMetricsOptions.of(target).tenant())),
        RemoteWrite.ZSTD_OR_SNAPPY);
  }

  @Override
  public CapacityProbe probe(TargetConfig target) {
    return probe(target, System::nanoTime);
  }

  static MetricsProbe probe(TargetConfig target, LongSupplier nanoTime) {
    return new MetricsProbe(target, Addresses.ofMetrics(target), List.of(PAGES), nanoTime);
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(PAGES.remedies(), false);
  }

  /**
   * A sample that is written twice is stored twice, at the same cost; only new series cost more.
   */
  @Override
  public boolean writesAgainAlike() {
    return true;
  }

  /**
   * Returns the lowest of the defaults of its versions. Without an error, it drops longer or more
   * labels, and samples that lie further ahead.
   */
  @Override
  public SampleLimits limits() {
    return new SampleLimits(30, 256, 4096, Duration.ofDays(2), Duration.ZERO);
  }

  @Override
  public SampleLimits limits(TsdbSignals read) {
    return FlagLimits.of(read.nodes(), limits());
  }

  /**
   * Current versions drop samples of 1970-01-01 without an error (lib/storage/time.go,
   * minUnixMilli), because day 0 stands for all days in their index.
   */
  @Override
  public KeptTimestamps timestamps(TargetConfig target) {
    return new KeptTimestamps(Duration.ofDays(1).toMillis(), 1);
  }

  /** The default of {@code -retentionPeriod} is a month of 31 days. */
  @Override
  public Duration defaultRetention() {
    return Duration.ofDays(31);
  }

  @Override
  public Optional<OwnedDatabase.Starter> starter() {
    return Optional.of(OwnedVictoriaMetrics.STARTER);
  }

  @Override
  public Optional<RunEraser> eraser(TargetConfig target) {
    URI url = target.urls().get(0);
    String tenant = VictoriaMetricsOptions.of(target).tenant();
    return Optional.of(
        new SeriesDeletion(
            target,
            (purpose, path, query) -> Addresses.ofQuery(url, tenant, purpose, path, query)));
  }

  @Override
  public Optional<QueryClient> queries(TargetConfig target) {
    String tenant = VictoriaMetricsOptions.of(target).tenant();
    return Optional.of(
        new PromQueries(
            target,
            target.urls().stream()
                .<PromQueries.Paths>map(
                    url -> (path, query) -> Addresses.ofQuery(url, tenant, "select", path, query))
                .toList()));
  }

  @Override
  public Optional<StandIn> standIn() {
    return Optional.of(new RemoteWriteStandIn());
  }

  @Override
  public Optional<NullTarget> startNullTarget() {
    return Optional.of(NullServer.startProcess());
  }
}
