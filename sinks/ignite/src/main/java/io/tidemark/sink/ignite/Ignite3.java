package io.tidemark.sink.ignite;

import io.tidemark.series.Amplification;
import io.tidemark.series.Copies;
import io.tidemark.sink.Capabilities;
import io.tidemark.sink.CapacityProbe;
import io.tidemark.sink.ClientOptions;
import io.tidemark.sink.Concept;
import io.tidemark.sink.NullTarget;
import io.tidemark.sink.OptionKey;
import io.tidemark.sink.OwnedDatabase;
import io.tidemark.sink.RunEraser;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.WriteClient;
import io.tidemark.sink.client.NullServerProcess;
import io.tidemark.sink.rows.RowFormat;
import io.tidemark.sink.sql.RowEraser;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;

/** {@code target.type: ignite}: Apache Ignite 3.1 and later. */
public final class Ignite3 implements Tsdb {
  @Override
  public String type() {
    return "ignite";
  }

  @Override
  public List<OptionKey<?>> options() {
    return IgniteOptions.KEYS;
  }

  @Override
  public String protocol() {
    return "thin client: upsertAll or a data streamer for each batch";
  }

  @Override
  public String acknowledged() {
    return "in its log, synced with ignite.raft.fsync=true";
  }

  @Override
  public URI defaultUrl() {
    return URI.create(Connector.SCHEME + "://127.0.0.1:" + Connector.DEFAULT_PORT);
  }

  @Override
  public List<String> schemes() {
    return List.of(Connector.SCHEME);
  }

  @Override
  public int defaultPort(String scheme) {
    return Connector.DEFAULT_PORT;
  }

  @Override
  public Map<String, String> problems(SortedMap<String, String> options) {
    return IgniteOptions.problems(options);
  }

  @Override
  public WireFormat format(TargetConfig target, Amplification amplification) {
    return new RowFormat(Rows.CODE, new Copies(amplification, target.extraLabels()));
  }

  @Override
  public WriteClient client(TargetConfig target, ClientOptions options) {
    return new RowClient(target, options);
  }

  @Override
  public Optional<RunEraser> eraser(TargetConfig target) {
    var connector = Connector.of(target);
    IgniteOptions own = IgniteOptions.of(target);
    return Optional.of(new RowEraser(connector.endpoint(), () -> SqlTables.open(connector, own)));
  }

  @Override
  public CapacityProbe probe(TargetConfig target) {
    return new SystemViewProbe(target);
  }

  /** 10,000 rows take it half a second and more. */
  @Override
  public OptionalInt batchSamples() {
    return OptionalInt.of(1_000);
  }

  /**
   * Its locks are not among them: SYSTEM.LOCKS names who holds one, and nothing says who waits, so
   * that no verdict could be ruled in or out by it.
   */
  @Override
  public Capabilities capabilities() {
    return new Capabilities(
        Map.of(
            Concept.CHECKPOINTS,
            "where the checkpoint buffer is full Ignite holds writers up until pages are written:"
                + " a faster disk, or more sizeBytes of the storage profile"),
        false);
  }

  @Override
  public Optional<OwnedDatabase.Starter> starter() {
    return Optional.of(OwnedIgnite.STARTER);
  }

  @Override
  public Optional<NullTarget> startNullTarget() {
    return Optional.of(
        NullServerProcess.start(NullServer.class, Connector.SCHEME + "://127.0.0.1:%s"));
  }
}
