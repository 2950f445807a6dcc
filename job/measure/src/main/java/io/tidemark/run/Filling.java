package io.tidemark.run;

import io.tidemark.aged.AgedDatabase;
import io.tidemark.aged.KeptDatabases;
import io.tidemark.aged.KeptDatabases.Kept;
import io.tidemark.aged.Past;
import io.tidemark.job.ForeignLoad;
import io.tidemark.job.RootCause;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.DurationText;
import io.tidemark.job.config.JobConfig;
import io.tidemark.measure.Amounts;
import io.tidemark.measure.DatabaseOfOurOwn;
import io.tidemark.process.RunException;
import io.tidemark.sink.OwnedDatabase;
import io.tidemark.sink.TargetConfig;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Fills a database of our own with a generated past, by the job that any run has, and keeps it; or
 * finds one that was filled alike. What is interrupted, or not stored as a whole, is not kept.
 */
public final class Filling {
  private final WantedPast wanted;
  private final Observer observer;

  /**
   * What is asked for.
   *
   * @param loaded the configuration of the run that is to come
   * @param settings the settings of the database
   * @param kept where the database is kept, or will be
   */
  public record WantedPast(
      ConfigLoader.Loaded loaded,
      OwnedDatabase.Settings settings,
      Duration age,
      KeptDatabases kept) {}

  private Filling(WantedPast wanted, Observer observer) {
    this.wanted = wanted;
    this.observer = observer;
  }

  /**
   * Returns a database that is filled like this: a kept one, or one that is filled now.
   *
   * @param consent asks for consent to fill one; not asked if there is one
   * @throws ConfigException if none is started here, it has no room, or the user does not agree
   * @throws RunException if it was interrupted, or not all was stored
   */
  public static Kept of(WantedPast wanted, Observer observer, Consumer<ForeignLoad> consent) {
    OwnedDatabase.Starter starter =
        DatabaseOfOurOwn.wanted(wanted.loaded())
            .orElseThrow(
                () ->
                    new ConfigException(
                        "--aged fills a database that Tidemark starts: leave out target.urls, and name a target.type that it can start"));
    return new Filling(wanted, observer).foundOrFilled(starter, consent);
  }

  private Kept foundOrFilled(OwnedDatabase.Starter starter, Consumer<ForeignLoad> consent) {
    // A database must run for its version and its limits to be known.
    ConfigLoader.Loaded loaded = wanted.loaded();
    try (var database = DatabaseOfOurOwn.start(starter, wanted.settings())) {
      TargetConfig target = database.target(loaded.config().target()).withRunLabel(false);
      JobConfig config = ServersLimits.in(loaded.config(), loaded.explicit(), target);
      Past past = Past.of(config, wanted.age(), Instant.now());
      String name = name(past, target);
      Optional<Kept> found = wanted.kept().find(name);
      if (found.isPresent()) {
        return found.get();
      }
      double bytes = DiskNeed.bytes(past.seriesEver(), past.samples());
      requireRoom(bytes);
      consent.accept(
          new ForeignLoad(List.of(config), estimate(past, starter.product(), name, bytes)));
      return keep(database, starter.product(), past, name, written(past, target));
    }
  }

  private String name(Past past, TargetConfig target) {
    String database =
        StoreIdentity.read(target, true).map(read -> read.nodes().toString()).orElse("unknown");
    return past.name(database, !wanted.loaded().config().source().start().isEmpty());
  }

  private String estimate(Past past, String product, String name, double bytes) {
    double seconds = Math.ceil(past.samples() / Impact.SAMPLES_PER_SECOND);
    return "This fills a database of our own (%s) with %s of generated past: %s samples of %s series, in %s where it takes a million a second. It may take %s of disk while it is filled, and as much where it is kept for later runs: %s."
        .formatted(
            product,
            DurationText.format(past.age()),
            Amounts.count(past.samples()),
            Amounts.count(past.seriesEver()),
            DurationText.format(Duration.ofSeconds((long) seconds)),
            Amounts.bytes(bytes),
            wanted.kept().folder().resolve(name));
  }

  /** Checks both disks: the database is filled among temporary files, and then copied. */
  private void requireRoom(double bytes) {
    Path keep = wanted.kept().folder();
    Preflight.requireWritable("--aged-dir", keep.toString());
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    try {
      FileStore filling = Files.getFileStore(temporary);
      FileStore keeping = Files.getFileStore(keep);
      DiskNeed.problem(
              bytes,
              new DiskNeed.Place(temporary, filling.getUsableSpace()),
              new DiskNeed.Place(keep, keeping.getUsableSpace()),
              filling.equals(keeping))
          .ifPresent(
              problem -> {
                throw new ConfigException(
                    "--aged=%s: %s; name a shorter time, fewer series, or a larger disk (--aged-dir, TMPDIR)"
                        .formatted(DurationText.format(wanted.age()), problem));
              });
    } catch (IOException e) {
      throw new RunException(
          "the free space in %s and %s can't be told: %s"
              .formatted(temporary, keep, RootCause.of(e)),
          e);
    }
  }

  private RunResult written(Past past, TargetConfig target) {
    var explicit = new HashSet<>(wanted.loaded().explicit());
    explicit.add("target.urls");
    var filling = new ConfigLoader.Loaded(past.config().withTarget(target), explicit);
    var run =
        new Run.Plan(
            filling, Optional.empty(), true, Optional.empty(), Optional.empty(), Optional.empty());
    RunResult result = Run.execute(run, new Share(observer, past.samples()), load -> {});
    requireWhole(past, result);
    return result;
  }

  /**
   * @throws RunException if samples of it are not in the database
   */
  static void requireWhole(Past past, RunResult result) {
    if (result.interrupted()) {
      throw new RunException("interrupted while the database was filled; nothing of it is kept");
    }
    boolean ignored =
        result.store() != null
            && result.store().rowsIgnored() != null
            && !result.store().rowsIgnored().isEmpty();
    boolean all =
        result.samplesRead() == past.sourceSamples()
            && result.recordsRejected() == 0
            && result.samplesAcked() == result.samplesAmplified();
    if (ignored || !all) {
      throw new RunException(
          "the database did not store all of its past, so it is not kept [read=%d of %d, refused=%d, acknowledged=%d of %d, ignored=%s]"
              .formatted(
                  result.samplesRead(),
                  past.sourceSamples(),
                  result.recordsRejected(),
                  result.samplesAcked(),
                  result.samplesAmplified(),
                  ignored ? result.store().rowsIgnored() : "none"));
    }
  }

  private Kept keep(
      OwnedDatabase database, String product, Past past, String name, RunResult result) {
    observer.note("the past is written; now the database ends its merges");
    // They may take as long again; a search would find the database at work.
    var asLong = Duration.ofMillis((long) (1e3 * result.seconds()));
    boolean merged =
        Quiet.await(database, asLong.compareTo(Quiet.WITHIN) > 0 ? asLong : Quiet.WITHIN);
    database.stop();
    var filled =
        new AgedDatabase(
            name,
            product,
            result.store() == null ? null : result.store().version(),
            DurationText.format(past.age()),
            past.from().toString(),
            past.until().toString(),
            DurationText.format(past.config().source().datagen().interval()),
            past.series(),
            result.samplesAcked(),
            0,
            result.seconds(),
            merged);
    Kept whole = wanted.kept().keep(filled, database::saveTo);
    observer.note("kept for later runs in " + whole.folder());
    return whole;
  }

  /** Tells how much of the past is written, as of a file that is read. */
  private record Share(Observer observer, double samples) implements Observer {
    @Override
    public void note(String line) {
      observer.note(line);
    }

    @Override
    public void warn(String line) {
      observer.warn(line);
    }

    @Override
    public void progress(Progress progress) {
      observer.progress(progress.withRead(Math.min(1, progress.totals().acked() / samples)));
    }

    @Override
    public boolean looksOn() {
      return observer.looksOn();
    }

    @Override
    public void ended() {
      observer.ended();
    }
  }
}
