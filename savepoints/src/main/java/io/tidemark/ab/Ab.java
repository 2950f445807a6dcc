package io.tidemark.ab;

import io.tidemark.cluster.EmbeddedFlink;
import io.tidemark.cluster.FlinkSession;
import io.tidemark.cluster.RemoteFlink;
import io.tidemark.experiment.GeneratorStart;
import io.tidemark.experiment.Interrupts;
import io.tidemark.experiment.Observer;
import io.tidemark.experiment.Preflight;
import io.tidemark.job.Version;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.JobConfig;
import io.tidemark.savepoint.Savepoint;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.EnumMap;
import java.util.Map;

/**
 * A comparison of two configurations from beginning to end: finds or starts what it needs, keeps
 * its progress in a folder, and leaves nothing else.
 */
public final class Ab {
  private static final DateTimeFormatter ID =
      DateTimeFormatter.ofPattern("'ab-'yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

  private final AbFolder folder;
  private final Observer observer;

  private Ab(Path folder, Observer observer) {
    this.folder = new AbFolder(folder);
    this.observer = observer;
  }

  /**
   * @throws ConfigException if something can be known to be wrong before the start
   */
  public static AbResult execute(AbPlan plan, Observer observer) {
    return new Ab(plan.folder(), observer).begin(plan);
  }

  /**
   * Goes on where a comparison stopped.
   *
   * @param folder of that comparison
   * @throws ConfigException if there is none in it
   */
  public static AbResult resume(Path folder, Observer observer) {
    var ab = new Ab(folder, observer);
    return ab.withFlink(ab.folder.configs(), Progress.load(folder));
  }

  private AbResult begin(AbPlan plan) {
    boolean own = ownStore(plan);
    Instant now = Instant.now();
    var configs = new EnumMap<Arm, JobConfig>(Arm.class);
    configs.put(Arm.A, plan.a().config());
    configs.put(Arm.B, plan.b().config());
    if (own) {
      configs.replaceAll((arm, config) -> GeneratorStart.inThePast(config, now));
    }
    SameState.require(configs.get(Arm.A), configs.get(Arm.B));
    if (!plan.sameSides()
        && SameState.differences(configs.get(Arm.A), configs.get(Arm.B)).isEmpty()) {
      throw new ConfigException(
          "A and B are the same; change one of them, or compare a configuration with itself: --aa");
    }
    var progress =
        Progress.of(
            new Progress.Setup(
                ID.format(now),
                now.toString(),
                Version.TIDEMARK,
                plan.sameSides(),
                plan.runs(),
                plan.runTime().toMillis(),
                plan.warmUp().toMillis(),
                plan.cluster().orElse(""),
                own));
    if (plan.from().isPresent()) {
      var savepoint = Savepoint.open(plan.from().get());
      savepoint.positions(configs.get(Arm.A).source());
      progress = progress.withSavepoint(savepoint.path(), savepoint.totals());
    }
    folder.requireNew();
    return withFlink(configs, progress);
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
    return !loaded.names("target.urls")
        && loaded.config().target().type().equals("victoriametrics");
  }

  private AbResult withFlink(Map<Arm, JobConfig> configs, Progress progress) {
    if (progress.setup().cluster().isEmpty()) {
      if (!progress.setup().ownStore()) {
        configs.values().forEach(Preflight::check);
      }
      int parallelism =
          configs.values().stream().anyMatch(config -> config.parallelism() == 0)
              ? Math.max(Runtime.getRuntime().availableProcessors(), highest(configs))
              : highest(configs);
      int port = configs.get(Arm.A).metrics().prometheusPort();
      try (var flink = EmbeddedFlink.start(parallelism, port)) {
        return withStore(flink, configs, progress);
      }
    }
    try (var flink = RemoteFlink.connect(progress.setup().cluster())) {
      if (progress.setup().ownStore() && !flink.isLocal()) {
        throw new ConfigException(
            "target.urls is not set, and a database started here can't be reached from another machine; name one");
      }
      if (!progress.setup().ownStore() && flink.isLocal()) {
        configs.values().forEach(Preflight::check);
      }
      return withStore(flink, configs, progress);
    }
  }

  private static int highest(Map<Arm, JobConfig> configs) {
    return configs.values().stream().mapToInt(JobConfig::parallelism).max().orElseThrow();
  }

  private AbResult withStore(
      FlinkSession flink, Map<Arm, JobConfig> configured, Progress progress) {
    var configs = new EnumMap<Arm, JobConfig>(Arm.class);
    configured.forEach(
        (arm, config) ->
            configs.put(arm, config.withParallelism(flink.parallelism(config.parallelism()))));
    if (progress.range() == null) {
      folder.make(configs, progress, flink.isLocal());
    } else if (flink.cancelLeftBehind(progress.setup().id()) > 0) {
      observer.note("cancelled what the interrupted comparison had left on the cluster");
    }
    AbStore store =
        progress.setup().ownStore()
            ? new OwnStore(folder.database())
            : new SharedStore(progress.setup().id());
    try (store;
        var interrupts = new Interrupts()) {
      var arms =
          new Arms(
              progress.setup().id(),
              flink,
              store,
              progress.setup().ownStore(),
              configs,
              interrupts,
              observer);
      return new AbSession(arms, store, folder, flink, interrupts, observer).complete(progress);
    }
  }
}
