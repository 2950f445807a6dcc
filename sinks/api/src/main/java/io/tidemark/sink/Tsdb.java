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
 * A kind of database, found by {@code target.type} through {@link ServiceLoader}. A new one is one
 * new module that implements this.
 */
public interface Tsdb {
  /** The value of {@code target.type}. */
  String type();

  /** Its own settings, below {@code target}. */
  List<OptionKey> options();

  /** Of the URLs that it takes, e.g. "http". */
  List<String> schemes();

  /**
   * What is wrong with the values of its own settings, beyond their types.
   *
   * @return by the setting's name: what must hold, as it follows "name=value: "
   */
  default Map<String, String> problems(SortedMap<String, String> options) {
    return Map.of();
  }

  WireFormat format(TargetConfig target, Amplification amplification);

  WriteClient client(TargetConfig target, ClientOptions options);

  CapacityProbe probe(TargetConfig target);

  /** What it is like as it comes, whichever version it has. */
  Capabilities capabilities();

  /** What it is like as it is configured. */
  default Capabilities capabilities(TargetConfig target) {
    return capabilities();
  }

  /**
   * What those at hand are like, where what was read of them says.
   *
   * @param read {@link TsdbSignals#NONE} where nothing was
   */
  default Capabilities capabilities(TargetConfig target, TsdbSignals read) {
    return capabilities(target);
  }

  /** What it takes as it comes; a user may set others. */
  default SampleLimits limits() {
    return SampleLimits.WIDEST;
  }

  /** Those of the servers at hand, where what was read of them says. */
  default SampleLimits limits(TsdbSignals read) {
    return limits();
  }

  /**
   * How far back it keeps samples where nobody has set it, zero for no bound. No limit of {@link
   * #limits()}, for many set more; but what begins by itself begins no earlier.
   */
  default Duration defaultRetention() {
    return Duration.ZERO;
  }

  /** Samples of a request where nobody says how many; empty if the job's own default suits it. */
  default OptionalInt batchSamples() {
    return OptionalInt.empty();
  }

  /**
   * The only timestamps that it keeps. An amplification whose copies lie between them is refused
   * before it begins.
   */
  default KeptTimestamps timestamps(TargetConfig target) {
    return KeptTimestamps.ALL;
  }

  /**
   * Why it does not keep the values of a series whose samples lie this far apart; empty if it does.
   *
   * @return the settings that this rests on and what to do, as it follows "target.type=NAME "
   */
  default Optional<String> problemOfGap(TargetConfig target, Duration gap) {
    return Optional.empty();
  }

  /**
   * How samples get there, in words for reports that compare kinds, as docs/databases.md has them:
   * "remote write over HTTP".
   */
  default String protocol() {
    return "";
  }

  /** What an acknowledgement promises, in such words: "committed, on disk". */
  default String acknowledged() {
    return "";
  }

  /** Where one listens on this machine that is set as it comes; {@code target.urls} by default. */
  URI defaultUrl();

  /** The port of a URL of one of its {@link #schemes} that names none. */
  default int defaultPort(String scheme) {
    return scheme.equals("https") ? 443 : 80;
  }

  /** Whether a URL of this scheme has a host; else its path names a socket of this machine. */
  default boolean hasHost(String scheme) {
    return true;
  }

  /** Whether anything is kept of what it takes. */
  default boolean stores() {
    return true;
  }

  /**
   * Whether a user and a password of {@code target.auth}, and an authority of {@code target.tls},
   * are of use to it; else they are refused.
   */
  default boolean logsInAndSpeaksTls() {
    return schemes().isEmpty() || schemes().contains("https");
  }

  /** Whether a user name may stand without a password: it finds that by itself, or needs none. */
  default boolean takesUserNameAlone() {
    return false;
  }

  /**
   * Whether a sample that is there already is written as a new one is. Where that is something else
   * (an update, a refusal), the rehearsals of a comparison keep away from what its runs begin with.
   */
  default boolean writesAgainAlike() {
    return false;
  }

  /** How one of our own is started; empty where that can't be done. */
  default Optional<OwnedDatabase.Starter> starter() {
    return Optional.empty();
  }

  /**
   * Starts a {@link NullTarget} for this protocol; empty where there is none.
   *
   * @throws io.tidemark.process.RunException if it does not start
   */
  default Optional<NullTarget> startNullTarget() {
    return Optional.empty();
  }

  /**
   * Deletes what was written under a label; empty where the store has no interface for that.
   *
   * @param target whose addresses take deletions
   */
  default Optional<RunEraser> eraser(TargetConfig target) {
    return Optional.empty();
  }

  /**
   * Asks what it holds, and writes nothing; empty where nothing asks it yet.
   *
   * @param target whose addresses answer queries
   * @throws IllegalArgumentException if the target's settings can't be used
   */
  default Optional<QueryClient> queries(TargetConfig target) {
    return Optional.empty();
  }

  /**
   * What is to be done by hand where there is no {@link #eraser}, as it follows "…; ".
   *
   * @param held a label and its value, e.g. "tidemark_run=NAME"
   */
  default String deletionByHand(TargetConfig target, String held) {
    return "drop what has %s by hand".formatted(held);
  }

  /**
   * Whether series get a label more by default, by which what a run wrote can be told and deleted.
   */
  default boolean takesRunLabel() {
    return stores();
  }

  /** How a simulation passes for it; empty where that is not to be had. */
  default Optional<StandIn> standIn() {
    return Optional.empty();
  }

  /** Libraries that are in no jar of ours, because their licence or size does not fit one. */
  default List<Library> libraries() {
    return List.of();
  }

  /**
   * @param className of a class in it
   * @param file the jar's usual name
   */
  record Library(String className, String file) {}

  /** All there are, by their type. */
  static SortedMap<String, Tsdb> all(ClassLoader loader) {
    var all = new TreeMap<String, Tsdb>();
    ServiceLoader.load(Tsdb.class, loader).forEach(tsdb -> all.put(tsdb.type(), tsdb));
    return all;
  }

  /**
   * @throws IllegalArgumentException if there is none, naming those there are
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
