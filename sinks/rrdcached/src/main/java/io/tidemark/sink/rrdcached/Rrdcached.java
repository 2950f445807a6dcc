package io.tidemark.sink.rrdcached;

import io.tidemark.series.Amplification;
import io.tidemark.series.Copies;
import io.tidemark.sink.Capabilities;
import io.tidemark.sink.CapacityProbe;
import io.tidemark.sink.ClientOptions;
import io.tidemark.sink.Concept;
import io.tidemark.sink.KeptTimestamps;
import io.tidemark.sink.NullTarget;
import io.tidemark.sink.OptionKey;
import io.tidemark.sink.OwnedDatabase;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.WriteClient;
import io.tidemark.sink.client.NullServerProcess;
import io.tidemark.sink.client.SessionClient;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/** {@code target.type: rrdcached}: RRDcached 1.7 and later, each series a file. */
public final class Rrdcached implements Tsdb {
  @Override
  public String type() {
    return "rrdcached";
  }

  @Override
  public List<OptionKey<?>> options() {
    return RrdcachedOptions.KEYS;
  }

  @Override
  public String protocol() {
    return "text over TCP or a Unix socket, a connection for each request";
  }

  @Override
  public String acknowledged() {
    return "in its memory: a crash loses what no FLUSH wrote";
  }

  @Override
  public URI defaultUrl() {
    return URI.create(Connection.SCHEME + "://127.0.0.1:" + Connection.DEFAULT_PORT);
  }

  @Override
  public List<String> schemes() {
    return List.of(Connection.SCHEME, Connection.UNIX);
  }

  @Override
  public boolean hasHost(String scheme) {
    return !scheme.equals(Connection.UNIX);
  }

  @Override
  public int defaultPort(String scheme) {
    return Connection.DEFAULT_PORT;
  }

  @Override
  public Map<String, String> problems(SortedMap<String, String> options) {
    return RrdcachedOptions.problems(options);
  }

  @Override
  public KeptTimestamps timestamps(TargetConfig target) {
    return new KeptTimestamps(1, RrdcachedOptions.of(target).step().toMillis());
  }

  @Override
  public Optional<String> problemOfGap(TargetConfig target, Duration gap) {
    return RrdcachedOptions.of(target).problemOfGap(gap);
  }

  @Override
  public WireFormat format(TargetConfig target, Amplification amplification) {
    return new UpdateFormat(
        new SeriesPath(RrdcachedOptions.of(target).folder()),
        new Copies(amplification, target.extraLabels()));
  }

  @Override
  public WriteClient client(TargetConfig target, ClientOptions options) {
    if (target.urls().size() != 1) {
      throw new IllegalArgumentException(
          "target.urls must hold one address: what is sent again must reach the same files");
    }
    URI url = target.urls().get(0);
    var own = RrdcachedOptions.of(target);
    return new SessionClient(
        Connection.endpoint(url),
        UpdateFormat.ENCODING,
        options,
        () -> new UpdateSession(Connection.open(url, options.timeout()), own),
        RefusedException::meaning);
  }

  @Override
  public CapacityProbe probe(TargetConfig target) {
    return new StatsProbe(target);
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(
        Map.of(
            Concept.COMPACTION_DEBT,
            "what it acknowledged and has not written to its files piles up in its memory: a faster"
                + " disk below -b, more threads that write (-t), or a longer -w, so that each time"
                + " a file is written it is with more values"),
        true,
        true);
  }

  /** Its protocol deletes no file. */
  @Override
  public String deletionByHand(TargetConfig target, String held) {
    return "after its FLUSHALL, in its base folder (-b): "
        + SeriesPath.removal(RrdcachedOptions.of(target).folder(), held);
  }

  @Override
  public Optional<OwnedDatabase.Starter> starter() {
    return Optional.of(OwnedRrdcached.STARTER);
  }

  @Override
  public Optional<NullTarget> startNullTarget() {
    return Optional.of(
        NullServerProcess.start(NullServer.class, Connection.SCHEME + "://127.0.0.1:%s"));
  }
}
