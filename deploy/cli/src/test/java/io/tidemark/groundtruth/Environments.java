package io.tidemark.groundtruth;

import io.tidemark.process.NotInTime;
import io.tidemark.process.Patience;
import io.tidemark.simulated.Behaviour;
import io.tidemark.simulated.Link;
import io.tidemark.simulated.SimulatedDatabase;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.http.NullServer;
import io.tidemark.sink.victoriametrics.OwnedVictoriaMetrics;
import io.tidemark.testing.ChildJvm;
import io.tidemark.testing.FaultProxy;
import io.tidemark.testing.FaultProxy.Answer;
import io.tidemark.testing.VictoriaMetricsContainer;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Bottlenecks, put there on purpose. With real parts wherever a real one can be had. */
public final class Environments {
  private static final Duration STARTS_WITHIN = Duration.ofSeconds(30);

  private Environments() {}

  /** A VictoriaMetrics as it comes, on all cores, which the job has too. */
  static Environment unconstrained() {
    return real(Settings.DEFAULT);
  }

  static Environment slots(int slots) {
    return real(Settings.DEFAULT.withInsertSlots(slots));
  }

  /** The database on one core, the job on the other. */
  static Environment coresApart() {
    return real(Settings.DEFAULT.on("0")).jobOn("1");
  }

  /** Each sample is read and written once, so the job works about as much as the database. */
  static Environment oneCoreForBoth() {
    return real(Settings.DEFAULT.on("0")).jobOn("0").with("amplify.m=1");
  }

  static Environment quota(double cores) {
    var database = VictoriaMetricsContainer.startWithCpus(cores);
    return to(URI.create(database.baseUrl()), database);
  }

  static Environment readOnly() {
    // More than any disk has.
    return real(Settings.arguments("-storage.minFreeDiskSpaceBytes=1000000000000000"));
  }

  /** Throws everything away, in a process of its own: the job is all that can be full. */
  static Environment nullServer() {
    ChildJvm server = ChildJvm.start(NullServer.class, List.of("-Xmx64m"), "", List.of());
    try {
      Patience.await("the null server", STARTS_WITHIN, () -> server.output().endsWith("\n"));
    } catch (NotInTime e) {
      server.close();
      throw e;
    }
    return to(URI.create("http://127.0.0.1:" + server.output().strip()), server);
  }

  /** A real database, at the end of a line. */
  static Environment behindLine(long bytesPerSecond, Duration addedLatency) throws Exception {
    var database = Patience.started("VictoriaMetrics", OwnedVictoriaMetrics::start);
    var link = Link.to(database.url(), bytesPerSecond, addedLatency);
    return to(link.url(), database, link).with("target.metrics-urls=[" + database.url() + "]");
  }

  /** A real database behind a gateway that turns every n-th write away. */
  static Environment rejecting(int everyNth, int status) throws Exception {
    var database = Patience.started("VictoriaMetrics", OwnedVictoriaMetrics::start);
    var gateway =
        new FaultProxy(
            database.url().toString(),
            write -> write.number() % everyNth == 0 ? Answer.status(status) : Answer.STORE);
    return to(URI.create(gateway.url()), database, gateway)
        .with("target.metrics-urls=[" + database.url() + "]");
  }

  /**
   * A real database behind a gateway that passes on so many at once, and takes so long for each.
   */
  static Environment behindGateway(int atOnce, Duration each) throws Exception {
    var database = Patience.started("VictoriaMetrics", OwnedVictoriaMetrics::start);
    var free = new Semaphore(atOnce, true);
    var oneByOne =
        new FaultProxy.Script() {
          @Override
          public Answer answer(FaultProxy.Write write) {
            try {
              free.acquire();
            } catch (InterruptedException e) {
              return Answer.HANG_UP;
            }
            LockSupport.parkNanos(each.toNanos());
            return Answer.STORE;
          }

          @Override
          public void stored() {
            free.release();
          }
        };
    var gateway = new FaultProxy(database.url().toString(), oneByOne);
    return to(URI.create(gateway.url()), database, gateway)
        .with("target.metrics-urls=[" + database.url() + "]");
  }

  /** A real database whose /metrics page a gateway keeps to itself. */
  static Environment metricsForbidden() throws Exception {
    var database = Patience.started("VictoriaMetrics", OwnedVictoriaMetrics::start);
    var gateway =
        SimulatedDatabase.start(Behaviour.ofSlots(1, Duration.ZERO).withMetricsStatus(403));
    return to(database.url(), database, gateway)
        .with("target.metrics-urls=[" + gateway.url() + "]");
  }

  /** Databases that no machine of this size could run: several of a kind make a cluster. */
  static Environment simulated(Behaviour... behaviours) throws Exception {
    var databases = new SimulatedDatabase[behaviours.length];
    for (int i = 0; i < behaviours.length; i++) {
      databases[i] = SimulatedDatabase.start(behaviours[i]);
    }
    String urls =
        Stream.of(databases)
            .map(database -> database.url().toString())
            .collect(Collectors.joining(", ", "target.urls=[", "]"));
    return Environment.of((AutoCloseable[]) databases).with(urls);
  }

  private static Environment real(Settings settings) {
    var database = Patience.started("VictoriaMetrics", () -> OwnedVictoriaMetrics.start(settings));
    return to(database.url(), database);
  }

  private static Environment to(URI url, AutoCloseable... parts) {
    return Environment.of(parts).with("target.urls=[" + url + "]");
  }
}
