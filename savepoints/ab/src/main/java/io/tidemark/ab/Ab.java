package io.tidemark.ab;

import io.tidemark.aged.KeptDatabases.Kept;
import io.tidemark.build.Version;
import io.tidemark.cluster.Cluster;
import io.tidemark.cluster.FlinkSession;
import io.tidemark.cluster.RemoteFlink;
import io.tidemark.job.ForeignLoad;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.GeneratorTime;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.RunLabel;
import io.tidemark.job.config.SampleGaps;
import io.tidemark.judge.Judging;
import io.tidemark.judge.Metric;
import io.tidemark.measure.DatabaseOfOurOwn;
import io.tidemark.process.Poll;
import io.tidemark.run.Impact;
import io.tidemark.run.Observer;
import io.tidemark.run.ServersLimits;
import io.tidemark.run.Workplace;
import io.tidemark.savepoint.Savepoint;
import io.tidemark.sink.OwnedDatabase;
import io.tidemark.sink.Tsdb;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * An A/B comparison of two configurations from beginning to end. It keeps its progress in a folder,
 * and leaves nothing else behind.
 */
public final class Ab {
  /** A warm-up and a rehearsal of each side come before the runs. */
  private static final int BEFORE_THE_RUNS = 3;

  private static final Duration SLOTS_FREE_WITHIN = Duration.ofSeconds(60);

  private final AbFolder folder;
  private final Map<Arm, JobConfig> configs;
  private final Progress before;
  private final Optional<Cluster> cluster;

  /**
   * The keys that the user set, by side. The map is empty for a comparison that is resumed, whose
   * folder holds complete configurations.
   */
  private final Map<Arm, Set<String>> explicit;

  private Ab(
      AbFolder folder,
      Map<Arm, JobConfig> configs,
      Map<Arm, Set<String>> explicit,
      Progress before,
      Optional<Cluster> cluster) {
    this.folder = folder;
    this.configs = configs;
    this.explicit = explicit;
    this.before = before;
    this.cluster = cluster;
  }

  /**
   * Plans a new comparison; nothing is started or written yet.
   *
   * @throws ConfigException if the sides can't be compared
   */
  public static Ab of(AbPlan plan) {
    boolean own = ownStore(plan);
    Instant now = Instant.now();
    var configs = new EnumMap<Arm, JobConfig>(Arm.class);
    configs.put(Arm.A, plan.a().config());
    configs.put(Arm.B, plan.b().config());
    SameState.require(configs.get(Arm.A), configs.get(Arm.B));
    configs.values().forEach(SampleGaps::require);
    Judging judging = plan.judging();
    requireOwnDatabase(judging, own);
    if (!plan.sameSides()
        && judging.a().equals(judging.b())
        && SameState.differences(configs.get(Arm.A), configs.get(Arm.B)).isEmpty()) {
      throw new ConfigException(
          "A and B are the same; change one of them, or compare a configuration with itself: --aa");
    }
    var folder = new AbFolder(plan.folder());
    folder.requireNew();
    var progress = Progress.of(setup(plan, own, now), plan.runs());
    if (own && plan.from().isEmpty()) {
      requireRepeatable(configs, judging);
    }
    if (plan.from().isPresent()) {
      var savepoint = Savepoint.open(plan.from().get());
      savepoint.positions(configs.get(Arm.A).source());
      progress = progress.withSavepoint(savepoint.path(), savepoint.totals());
    }
    var explicit = Map.of(Arm.A, plan.a().explicit(), Arm.B, plan.b().explicit());
    return new Ab(folder, configs, explicit, progress, plan.cluster());
  }

  private static void requireOwnDatabase(Judging judging, boolean own) {
    if (!own && !List.of(judging.a(), judging.b()).stream().allMatch(Judging.Side.SAME::equals)) {
      throw new ConfigException(
          "--database-a, --database-b, --flag-a and --flag-b are of databases that Tidemark starts; leave out target.urls");
    }
  }

  /**
   * Requires a source that can be read again if the sides use different databases: then B's
   * database has to be filled up to where A's warm-up ended.
   */
  private static void requireRepeatable(Map<Arm, JobConfig> configs, Judging judging) {
    JobConfig.Source source = configs.get(Arm.B).source();
    if (!shareFolder(configs, judging) && !Range.isRepeatable(source)) {
      throw new ConfigException(
          "target.type=%s in A and %s in B: with this source (%s) the warm-up can't be repeated for B's database; name both in target.urls"
              .formatted(
                  configs.get(Arm.A).target().type(),
                  configs.get(Arm.B).target().type(),
                  source.type() == JobConfig.SourceType.KAFKA
                      ? "source.kafka.start=" + source.kafka().start()
                      : "source.type=file"));
    }
  }

  /**
   * Tells whether one warmed-up data folder serves both sides. It does not if their versions
   * differ, because one may not read the other's data.
   */
  private static boolean shareFolder(Map<Arm, JobConfig> configs, Judging judging) {
    return areOfOneKind(configs) && judging.a().equals(judging.b());
  }

  private static boolean areOfOneKind(Map<Arm, JobConfig> configs) {
    return configs.get(Arm.A).target().type().equals(configs.get(Arm.B).target().type());
  }

  private static Progress.Setup setup(AbPlan plan, boolean own, Instant now) {
    return new Progress.Setup(
        RunLabel.ofComparison(now),
        now.toString(),
        Version.TIDEMARK,
        plan.sameSides(),
        plan.detect(),
        plan.most().toMillis(),
        plan.runTime().toMillis(),
        plan.warmUp().toMillis(),
        plan.cluster().map(Cluster::address).orElse(""),
        own,
        plan.judging(),
        Map.of());
  }

  /**
   * Loads a comparison that was interrupted.
   *
   * @param clusters returns the cluster of an address that the folder keeps
   * @throws ConfigException if there is no comparison in that folder
   */
  public static Ab resumed(Path folder, Function<String, Cluster> clusters) {
    Progress before = Progress.load(folder);
    var kept = new AbFolder(folder);
    return new Ab(
        kept,
        kept.configs(),
        Map.of(),
        before,
        Optional.of(before.setup().cluster()).filter(c -> !c.isEmpty()).map(clusters));
  }

  public Path folder() {
    return folder.path();
  }

  public Judging judging() {
    return before.setup().judging();
  }

  /** Returns the sides that need their own past: only A if both sides share one database's data. */
  public List<Arm> sidesWithPast() {
    return shareFolder(configs, judging()) ? List.of(Arm.A) : List.of(Arm.A, Arm.B);
  }

  /**
   * Returns the same comparison with databases that begin with a past. If one side's past ends
   * later, both sides continue from there.
   *
   * @param pasts the pasts of {@link #sidesWithPast}
   */
  public Ab after(Map<Arm, Kept> pasts) {
    Kept last =
        pasts.values().stream()
            .max(Comparator.comparing(past -> Instant.parse(past.database().until())))
            .orElseThrow();
    var others = new EnumMap<>(configs);
    others.replaceAll(
        (arm, config) ->
            last.continuedBy(new ConfigLoader.Loaded(config, explicit.get(arm))).config());
    Progress progress = before.withPasts(pasts);
    for (var past : pasts.entrySet()) {
      String whose = pasts.size() == 1 ? "each database" : past.getKey() + "'s database";
      progress =
          progress.noting("%s began with %s".formatted(whose, past.getValue().database().past()));
    }
    return new Ab(folder, others, explicit, progress, cluster);
  }

  private static boolean ownStore(AbPlan plan) {
    boolean a = isOwn(plan.a());
    if (a != isOwn(plan.b())) {
      throw new ConfigException(
          "target: one side names a database and the other leaves it to Tidemark to start one; name it in both, or in none");
    }
    return a;
  }

  private static boolean isOwn(ConfigLoader.Loaded loaded) {
    return DatabaseOfOurOwn.wanted(loaded).isPresent();
  }

  /**
   * Makes the runs that are missing, until all are done or it is interrupted.
   *
   * @param consent asks whether the comparison may write into a database that was there before;
   *     once given, it is not asked for again
   * @throws ConfigException if something is known to be wrong before the first run, or the user
   *     does not agree
   */
  public AbResult execute(Observer observer, Consumer<ForeignLoad> consent) {
    var needs =
        new Workplace.Needs(
            "comparison",
            List.copyOf(configs.values()),
            cluster,
            1,
            RemoteFlink.RETRIES,
            !before.setup().ownStore(),
            Optional.empty(),
            Optional.empty());
    var steps = steps(observer, consent);
    try (var place = Workplace.open(needs, steps, observer::note, observer::warn)) {
      return compare(place, observer);
    }
  }

  private Workplace.Steps steps(Observer observer, Consumer<ForeignLoad> consent) {
    return new Workplace.Steps() {
      @Override
      public void agree() {
        if (before.begun() == 0) {
          consent.accept(impact().load());
        }
      }

      @Override
      public void connected(FlinkSession flink) {
        if (flink.cancelLeftBehind(before.setup().id()) > 0) {
          observer.note("cancelled what the interrupted comparison had left on the cluster");
          Poll.until(SLOTS_FREE_WITHIN, Duration.ofMillis(200), () -> flink.hasSlots(highest()));
        }
      }
    };
  }

  /**
   * Returns what the comparison will write: a warm-up, two rehearsals, and the runs, each under its
   * own label.
   */
  private Impact impact() {
    Progress.Setup setup = before.setup();
    int runs = 2 * before.perSide();
    Duration all =
        setup.detect() > 0
            ? Duration.ofMillis(setup.mostMillis())
            : Duration.ofMillis(setup.warmUpMillis() + (runs + 1) * setup.runMillis());
    return new Impact(
        List.copyOf(configs.values()),
        runs + BEFORE_THE_RUNS,
        all,
        setup.id(),
        "the label %s=%s-…".formatted(RunLabel.KEY, setup.id()));
  }

  private static Tsdb kind(String type) {
    return Tsdb.byType(type, Ab.class.getClassLoader());
  }

  private int highest() {
    return configs.values().stream().mapToInt(JobConfig::parallelism).max().orElseThrow();
  }

  /**
   * Reads what the servers and the heap allow once, so that all runs of a side obey the same
   * limits.
   */
  private void takeLimits(Workplace place) {
    if (explicit.isEmpty()) {
      return;
    }
    if (!before.setup().ownStore()) {
      configs.replaceAll((arm, config) -> place.fitted(config, explicit.get(arm)));
      return;
    }
    configs.replaceAll((arm, config) -> place.fittingHeap(config, explicit.get(arm)));
    if (shareFolder(configs, before.setup().judging())) {
      takeLimitsOfOurOwn(Arm.A, Arm.B);
    } else {
      takeLimitsOfOurOwn(Arm.A);
      takeLimitsOfOurOwn(Arm.B);
    }
  }

  /**
   * Reads the limits from a database that it starts for this.
   *
   * @param arms the sides that use the same kind of database
   */
  private void takeLimitsOfOurOwn(Arm... arms) {
    try (var database = DatabaseOfOurOwn.start(starter(arms[0]), settings(arms[0]))) {
      for (Arm arm : arms) {
        configs.computeIfPresent(
            arm,
            (same, config) ->
                ServersLimits.in(config, explicit.get(arm), database.target(config.target())));
      }
    }
  }

  private OwnedDatabase.Starter starter(Arm arm) {
    return kind(configs.get(arm).target().type()).starter().orElseThrow();
  }

  private OwnedDatabase.Settings settings(Arm arm) {
    Judging judging = before.setup().judging();
    return (arm == Arm.A ? judging.a() : judging.b()).settings();
  }

  /**
   * Lets the generated time of both sides begin alike. If one database keeps less than the other,
   * it begins at the later of both starts.
   */
  private void startGenerator() {
    Instant now = Instant.now();
    configs.values().stream()
        .map(config -> GeneratorTime.started(config, now).source())
        .filter(JobConfig.Source::hasOwnTime)
        .map(source -> Instant.parse(source.start()))
        .max(Comparator.naturalOrder())
        .ifPresent(
            start ->
                configs.replaceAll(
                    (arm, config) ->
                        config.source().hasOwnTime() && config.source().start().isEmpty()
                            ? GeneratorTime.startedAt(config, start)
                            : config));
  }

  private Stores stores() {
    if (!before.setup().ownStore()) {
      return Stores.ofBoth(new SharedStore(before.setup().id()));
    }
    return shareFolder(configs, before.setup().judging())
        ? Stores.ofBoth(ownStore(Arm.A))
        : new Stores(ownStore(Arm.A), ownStore(Arm.B));
  }

  private AbStore ownStore(Arm arm) {
    Optional<Kept> past = Optional.ofNullable(before.setup().pasts().get(arm));
    OwnedDatabase.Starter starter = Kept.beginning(past, starter(arm));
    return starter.startsSlow()
        ? new LastingStore(starter, settings(arm), new SharedStore(before.setup().id()))
        : new OwnStore(
            starter,
            kind(configs.get(arm).target().type()).writesAgainAlike(),
            settings(arm),
            judging().metrics().contains(Metric.DISK) && shareFolder(configs, judging()),
            folder.database(arm),
            before.range() != null);
  }

  private AbResult compare(Workplace place, Observer observer) {
    Progress.Setup setup = before.setup();
    configs.replaceAll((arm, config) -> place.here(config));
    takeLimits(place);
    startGenerator();
    if (before.range() == null) {
      folder.make(configs, before, place.session().isLocal());
    }
    try (Stores stores = stores()) {
      var arms =
          new Arms(
              setup.id(),
              place.session(),
              stores,
              setup.ownStore(),
              setup.judging(),
              configs,
              place.interrupts(),
              observer);
      return new AbSession(arms, folder).complete(before);
    }
  }
}
