package io.tidemark.readers;

import io.tidemark.job.queries.Queries;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.client.ErrorText;
import io.tidemark.sink.query.QueryClient;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The process of the readers, which can't write. The first line of its input is a {@link Setup};
 * each further line is a command. It prints a {@link Report} twice a second. It ends when its input
 * does, that is, when the process that started it ends for any reason.
 */
public final class ReaderProcess {
  static final String READY = "ready";
  static final String FAILED = "failed ";
  static final String PAUSE = "pause";
  static final String RESUME = "resume";
  static final String RATE = "rate ";
  static final String NEWEST = "newest ";

  /**
   * Prefix of a command with the number of a marker, its timestamp, and the time of its
   * acknowledgement.
   */
  static final String ACKNOWLEDGED = "acknowledged ";

  static final String REFUSED = "refused";

  private static final long REPORT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private ReaderProcess() {}

  /**
   * The task of the process. It contains no secrets.
   *
   * @param target the database to query
   * @param jobName Flink's name of the job beside which the process reads
   * @param expressions all expressions, except those that the database names itself
   */
  record Setup(TargetConfig target, String jobName, Queries queries, List<String> expressions)
      implements Serializable {
    String line() throws IOException {
      var bytes = new ByteArrayOutputStream();
      try (var out = new ObjectOutputStream(bytes)) {
        out.writeObject(this);
      }
      return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    static Setup of(String line) throws IOException {
      try (var in =
          new ObjectInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(line)))) {
        return (Setup) in.readObject();
      } catch (ClassNotFoundException e) {
        throw new IOException(e);
      }
    }
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    PrintStream out = System.out;
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try {
      Setup setup = Setup.of(in.readLine());
      QueryClient client =
          Tsdb.byType(setup.target().type(), ReaderProcess.class.getClassLoader())
              .queries(setup.target())
              .orElseThrow();
      var newest = new AtomicLong();
      LongSupplier newestMillis =
          () -> newest.get() == 0 ? System.currentTimeMillis() : newest.get();
      var reader =
          new Reader(
              Expressions.with(setup.expressions(), client, setup.queries().top()),
              setup.queries(),
              client,
              System::nanoTime,
              newestMillis);
      reader.pause();
      Optional<MarkerProbe> probe = probe(setup, client);
      var page = new ReaderPage(setup.jobName());
      if (setup.queries().metricsPort() > 0) {
        page.serve(setup.queries().metricsPort());
      }
      out.println(READY);
      out.flush();
      daemon(() -> obey(in, reader, probe, newest), "commands").start();
      read(reader, probe, page, out);
    } catch (IOException | RuntimeException e) {
      out.println(FAILED + ErrorText.of(String.valueOf(e.getMessage())));
      out.flush();
      System.exit(1);
    }
  }

  /**
   * Returns a probe that looks for markers in the background; empty if freshness is not wanted, or
   * the database can't be asked for it.
   */
  private static Optional<MarkerProbe> probe(Setup setup, QueryClient client) {
    Queries queries = setup.queries();
    if (!queries.freshness()) {
      return Optional.empty();
    }
    var bounds = new QueryClient.Bounds(queries.timeout(), queries.answerBytes());
    Optional<MarkerProbe> probe =
        client
            .stored(MarkerProbe.series(setup.target()))
            .map(stored -> new MarkerProbe(stored, bounds, ReaderProcess::unixMicros));
    probe.ifPresent(
        marker ->
            Executors.newScheduledThreadPool(1, work -> daemon(work, "tidemark-freshness"))
                .scheduleWithFixedDelay(
                    marker::look, 0, MarkerProbe.LOOK_MILLIS, TimeUnit.MILLISECONDS));
    return probe;
  }

  /** Returns the Unix time in microseconds, which all processes of a host share. */
  static long unixMicros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }

  private static Thread daemon(Runnable work, String name) {
    var thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  private static void read(
      Reader reader, Optional<MarkerProbe> probe, ReaderPage page, PrintStream out)
      throws InterruptedException {
    long nextReport = System.nanoTime();
    while (!out.checkError()) {
      long now = System.nanoTime();
      if (now - nextReport >= 0) {
        MarkerProbe.Count marks = probe.map(MarkerProbe::count).orElse(null);
        var report = new Report(reader.count(), marks);
        page.add(report);
        out.println(report.line());
        out.flush();
        nextReport = now + REPORT_NANOS;
      }
      long untilDue = reader.ask();
      reader.await(Math.min(untilDue, Math.max(0, nextReport - System.nanoTime())));
    }
  }

  /** Follows commands. At the end of the input it ends the process, without waiting for queries. */
  private static void obey(
      BufferedReader in, Reader reader, Optional<MarkerProbe> probe, AtomicLong newest) {
    try {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.equals(PAUSE)) {
          reader.pause();
          probe.ifPresent(MarkerProbe::pause);
        } else if (line.equals(RESUME)) {
          reader.resume();
          probe.ifPresent(MarkerProbe::resume);
        } else if (line.startsWith(RATE)) {
          reader.rate(Double.parseDouble(line.substring(RATE.length())));
        } else if (line.startsWith(NEWEST)) {
          newest.set(Long.parseLong(line.substring(NEWEST.length())));
        } else if (line.startsWith(ACKNOWLEDGED)) {
          String[] marker = line.substring(ACKNOWLEDGED.length()).split(" ");
          probe.ifPresent(
              to ->
                  to.acknowledged(
                      Long.parseLong(marker[0]),
                      Long.parseLong(marker[1]),
                      Long.parseLong(marker[2])));
        } else if (line.equals(REFUSED)) {
          probe.ifPresent(MarkerProbe::refused);
        }
      }
    } catch (IOException e) {
      // The process that started this one has ended.
    }
    Runtime.getRuntime().halt(0);
  }
}
