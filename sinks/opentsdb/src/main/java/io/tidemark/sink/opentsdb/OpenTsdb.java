package io.tidemark.sink.opentsdb;

import io.tidemark.series.Amplification;
import io.tidemark.series.Copies;
import io.tidemark.sink.Capabilities;
import io.tidemark.sink.CapacityProbe;
import io.tidemark.sink.ClientOptions;
import io.tidemark.sink.Concept;
import io.tidemark.sink.NullTarget;
import io.tidemark.sink.OptionKey;
import io.tidemark.sink.OwnedDatabase;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.WriteClient;
import io.tidemark.sink.client.NullServerProcess;
import io.tidemark.sink.client.SessionClient;
import io.tidemark.sink.http.HttpWriteClient;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;

/** {@code target.type: opentsdb}: OpenTSDB 2.3 and later, over HTTP or telnet. */
public final class OpenTsdb implements Tsdb {
  @Override
  public String type() {
    return "opentsdb";
  }

  @Override
  public List<OptionKey<?>> options() {
    return OpenTsdbOptions.KEYS;
  }

  @Override
  public String protocol() {
    return "/api/put over HTTP, or telnet's put";
  }

  @Override
  public String acknowledged() {
    return "in HBase's log; with acknowledge: taken or telnet, only read by OpenTSDB";
  }

  @Override
  public URI defaultUrl() {
    return URI.create("http://127.0.0.1:" + Telnet.DEFAULT_PORT);
  }

  @Override
  public List<String> schemes() {
    return List.of("http", "https");
  }

  @Override
  public Map<String, String> problems(SortedMap<String, String> options) {
    return OpenTsdbOptions.problems(options);
  }

  @Override
  public WireFormat format(TargetConfig target, Amplification amplification) {
    return new PointFormat(
        OpenTsdbOptions.of(target), new Copies(amplification, target.extraLabels()));
  }

  /** As it comes, it takes no series of more than eight tags. */
  @Override
  public boolean takesRunLabel() {
    return false;
  }

  @Override
  public WriteClient client(TargetConfig target, ClientOptions options) {
    var own = OpenTsdbOptions.of(target);
    if (!own.isTelnet()) {
      return new HttpWriteClient(target, options, Put.protocol(own));
    }
    if (target.urls().size() != 1 || !target.urls().get(0).getScheme().equals("http")) {
      throw new IllegalArgumentException(
          "target.protocol=telnet takes one address of target.urls, http:// with host and port");
    }
    URI url = target.urls().get(0);
    return new SessionClient(
        url.getHost() + ":" + Telnet.port(url),
        PointFormat.TELNET,
        options,
        () -> new Telnet(url, options.timeout()),
        Telnet::meaning);
  }

  @Override
  public CapacityProbe probe(TargetConfig target) {
    return new StatsProbe(target);
  }

  /** 10,000 points hold one of its few worker threads for seconds. */
  @Override
  public OptionalInt batchSamples() {
    return OptionalInt.of(1_000);
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(
        Map.of(
            Concept.CONNECTION_LIMIT,
            "tsd.core.connections.limit bounds the connections of a TSD, 0 is no bound; what is over"
                + " it is closed at once",
            Concept.COMPACTION_DEBT,
            "HBase stops writes to a region that has too many files"
                + " (hbase.hstore.blockingStoreFiles) or too much in memory: faster disks, or more"
                + " region servers with the tables split over them",
            Concept.READ_ONLY_STATE,
            "a TSD with tsd.mode=ro takes no points"),
        false);
  }

  /** A put is a version more of an HBase cell. New series, which need ids, are what costs more. */
  @Override
  public boolean writesAgainAlike() {
    return true;
  }

  @Override
  public Optional<OwnedDatabase.Starter> starter() {
    return Optional.of(OwnedOpenTsdb.STARTER);
  }

  @Override
  public Optional<NullTarget> startNullTarget() {
    return Optional.of(NullServerProcess.start(NullServer.class, "http://127.0.0.1:%s"));
  }
}
