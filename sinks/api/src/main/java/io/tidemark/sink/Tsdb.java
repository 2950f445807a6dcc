package io.tidemark.sink;

import io.tidemark.series.Amplification;
import io.tidemark.series.SampleLimits;
import io.tidemark.sink.query.QueryClient;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A kind of database, picked by {@code target.type} among those that {@link ServiceLoader} finds. A
 * new kind is one new module that implements this interface; docs/contributing/adding-a-database.md
 * shows how.
 */
public interface Tsdb {
  /** Returns the value of {@code target.type}. */
  String type();

  /** Returns the settings that only this kind of database has, below {@code target}. */
  List<OptionKey<?>> options();

  /** Returns the schemes of the URLs that it takes, e.g. "http". */
  List<String> schemes();

  /**
   * Checks the values of its own settings beyond their types.
   *
   * @return for each setting that is wrong, by its name: what must hold, worded to follow
   *     "name=value: "
   */
  default Map<String, String> problems(SortedMap<String, String> options) {
    return Map.of();
  }

  WireFormat format(TargetConfig target, Amplification amplification);

  WriteClient client(TargetConfig target, ClientOptions options);

  CapacityProbe probe(TargetConfig target);

  /**
   * Returns what this kind of database has and how it behaves, with its default settings and in any
   * version. Its {@link Concept}s say, for example, whether it has insert slots.
   */
  Capabilities capabilities();

  /** Returns the same for the database as it is configured. */
  default Capabilities capabilities(TargetConfig target) {
    return capabilities();
  }

  /**
   * Returns the same for the servers at hand, as far as their own signals tell.
   *
   * @param read their signals; {@link TsdbSignals#NONE} if none were read
   */
  default Capabilities capabilities(TargetConfig target, TsdbSignals read) {
    return capabilities(target);
  }

  /** Returns the limits on samples that it has by default; a user may set others. */
  default SampleLimits limits() {
    return SampleLimits.WIDEST;
  }

  /** Returns the limits on samples of the servers at hand, as far as their own signals tell. */
  default SampleLimits limits(TsdbSignals read) {
    return limits();
  }

  /**
   * Returns how far back it keeps samples by default, zero for no bound. It is no limit, because
   * many users keep samples longer; but generated time begins no earlier unless the user sets its
   * start.
   */
  default Duration defaultRetention() {
    return Duration.ZERO;
  }

  /**
   * Returns the samples of a batch if the configuration does not say; empty if the job's own
   * default suits it.
   */
  default OptionalInt batchSamples() {
    return OptionalInt.empty();
  }

  /**
   * Returns the only timestamps that it keeps. A job is refused before it begins if its copies
   * would lie between them.
   */
  default KeptTimestamps timestamps(TargetConfig target) {
    return KeptTimestamps.ALL;
  }

  /**
   * Tells why it would not keep the values of a series whose samples lie this far apart; empty if
   * it keeps them.
   *
   * @return the settings that cause it and what to do, worded to follow "target.type=NAME "
   */
  default Optional<String> problemOfGap(TargetConfig target, Duration gap) {
    return Optional.empty();
  }

  /**
   * Returns how samples reach it, in the words of docs/databases.md, for reports that compare
   * databases: "remote write over HTTP".
   */
  default String protocol() {
    return "";
  }

  /** Returns what an acknowledgement promises, for such reports: "committed, on disk". */
  default String acknowledged() {
    return "";
  }

  /**
   * Returns where a server with default settings listens on this machine; it is the default of
   * {@code target.urls}.
   */
  URI defaultUrl();

  /** Returns the port of a URL of one of its {@link #schemes} that names none. */
  default int defaultPort(String scheme) {
    return scheme.equals("https") ? 443 : 80;
  }

  /**
   * Tells whether a URL of this scheme has a host; otherwise its path names a socket of this
   * machine.
   */
  default boolean hasHost(String scheme) {
    return true;
  }

  /** Tells whether it stores any of the samples that it takes. */
  default boolean stores() {
    return true;
  }

  /**
   * Tells whether it can use a user and a password of {@code target.auth} and an authority of
   * {@code target.tls}; otherwise the configuration refuses them.
   */
  default boolean logsInAndSpeaksTls() {
    return schemes().isEmpty() || schemes().contains("https");
  }

  /**
   * Tells whether {@code target.auth} may name a user without a password, because the client finds
   * the password by itself or needs none.
   */
  default boolean takesUserNameAlone() {
    return false;
  }

  /**
   * Tells whether writing a sample that is stored already costs the same as writing a new one. If
   * it is something else (an update, a refusal), the rehearsals of an A/B comparison keep away from
   * the samples with which its runs begin.
   */
  default boolean writesAgainAlike() {
    return false;
  }

  /**
   * Returns what starts a database of this kind on this machine; empty if Tidemark can't start one.
   */
  default Optional<OwnedDatabase.Starter> starter() {
    return Optional.empty();
  }

  /**
   * Starts a {@link NullTarget} for this protocol; empty if there is none.
   *
   * @throws io.tidemark.process.RunException if it does not start
   */
  default Optional<NullTarget> startNullTarget() {
    return Optional.empty();
  }

  /**
   * Returns what deletes the samples that were written under a label; empty if the database has no
   * interface for that.
   *
   * @param target the target, whose addresses take deletions
   */
  default Optional<RunEraser> eraser(TargetConfig target) {
    return Optional.empty();
  }

  /**
   * Returns a client that asks the database what it holds, and writes nothing; empty if Tidemark
   * can't query this kind yet.
   *
   * @param target the target, whose addresses answer queries
   * @throws IllegalArgumentException if the target's settings can't be used
   */
  default Optional<QueryClient> queries(TargetConfig target) {
    return Optional.empty();
  }

  /**
   * Says how a user deletes samples by hand if there is no {@link #eraser}, worded to follow "…; ".
   *
   * @param held a label and its value, e.g. "tidemark_run=NAME"
   */
  default String deletionByHand(TargetConfig target, String held) {
    return "drop what has %s by hand".formatted(held);
  }

  /**
   * Tells whether series get one more label by default, by which a run's samples can be recognized
   * and deleted.
   */
  default boolean takesRunLabel() {
    return stores();
  }

  /** Returns how a simulation answers in its place; empty if no simulation can. */
  default Optional<StandIn> standIn() {
    return Optional.empty();
  }

  /**
   * Returns the libraries that Tidemark's jars leave out, because their licence or size does not
   * fit.
   */
  default List<Library> libraries() {
    return List.of();
  }

  /**
   * A library that a user adds.
   *
   * @param className the name of a class in it
   * @param file the jar's usual name
   */
  record Library(String className, String file) {}

  /** Returns all kinds of databases by their type. */
  static SortedMap<String, Tsdb> all(ClassLoader loader) {
    var all = new TreeMap<String, Tsdb>();
    ServiceLoader.load(Tsdb.class, loader).forEach(tsdb -> all.put(tsdb.type(), tsdb));
    return all;
  }

  /**
   * Returns the kind of database of this type.
   *
   * @throws IllegalArgumentException if there is none; its message names those there are
   */
  static Tsdb byType(String type, ClassLoader loader) {
    SortedMap<String, Tsdb> all = all(loader);
    Tsdb found = all.get(type);
    if (found == null) {
      throw new IllegalArgumentException(
          "unknown target.type=%s; one of %s".formatted(type, all.keySet()));
    }
    return found;
  }
}
