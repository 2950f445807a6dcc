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
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The process that reads, and may write one series to see how soon it can be read. Its first line
 * of input is a {@link Setup}; each further one is a command. It prints a {@link Report} twice a
 * second, and ends when its input does: with the process that started it, however that ends.
 */
public final class ReaderProcess {
  static final String READY = "ready";
  static final String FAILED = "failed ";
  static final String PAUSE = "pause";
  static final String RESUME = "resume";
  static final String RATE = "rate ";
  static final String NEWEST = "newest ";

  private static final long REPORT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private ReaderProcess() {}

  /**
   * What it is to do; free of secrets.
   *
   * @param target where it asks
   * @param written what is written to
   * @param jobName as Flink shows the job beside which it reads
   * @param expressions all of them, without those that the database names itself
   */
  record Setup(
      TargetConfig target,
      TargetConfig written,
      String jobName,
      Queries queries,
      List<String> expressions)
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
      Optional<MarkerProbe> probe = probe(setup, client, newestMillis);
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

  /** Marks and looks in the background; empty where that is not wanted, or can't be. */
  private static Optional<MarkerProbe> probe(
      Setup setup, QueryClient client, LongSupplier newestMillis) {
    Queries queries = setup.queries();
    Optional<MarkerProbe> probe =
        queries.freshness()
            ? MarkerProbe.of(
                setup.written(),
                client,
                new QueryClient.Bounds(queries.timeout(), queries.answerBytes()),
                System::nanoTime,
                newestMillis)
            : Optional.empty();
    probe.ifPresent(
        marker -> {
          var threads =
              Executors.newScheduledThreadPool(1, work -> daemon(work, "tidemark-freshness"));
          markOnAndOn(marker, threads, new Random());
          threads.scheduleWithFixedDelay(
              marker::look, 0, MarkerProbe.LOOK_MILLIS, TimeUnit.MILLISECONDS);
        });
    return probe;
  }

  /** At moments that keep no step with whatever the database flushes regularly. */
  private static void markOnAndOn(
      MarkerProbe probe, ScheduledExecutorService threads, Random random) {
    threads.schedule(
        () -> {
          probe.mark();
          markOnAndOn(probe, threads, random);
        },
        MarkerProbe.MARK_MILLIS / 2 + random.nextInt(MarkerProbe.MARK_MILLIS),
        TimeUnit.MILLISECONDS);
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

  /** At the end of its input the process ends, with all that is outstanding. */
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
        }
      }
    } catch (IOException e) {
      // Who started it is gone.
    }
    Runtime.getRuntime().halt(0);
  }
}
