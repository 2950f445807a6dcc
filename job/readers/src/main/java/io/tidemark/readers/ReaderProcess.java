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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The process that reads. Its first line of input is a {@link Setup}; each further one is a
 * command. It prints a {@link Report} twice a second, and ends when its input does: with the
 * process that started it, however that ends.
 */
public final class ReaderProcess {
  static final String READY = "ready";
  static final String FAILED = "failed ";
  static final String PAUSE = "pause";
  static final String RESUME = "resume";
  static final String NEWEST = "newest ";

  private static final long REPORT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private ReaderProcess() {}

  /**
   * What it is to do; free of secrets.
   *
   * @param expressions all of them, without those that the database names itself
   */
  record Setup(TargetConfig target, Queries queries, List<String> expressions)
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
      var reader =
          new Reader(
              Expressions.with(setup.expressions(), client, setup.queries().top()),
              setup.queries(),
              client,
              System::nanoTime,
              () -> newest.get() == 0 ? System.currentTimeMillis() : newest.get());
      reader.pause();
      out.println(READY);
      out.flush();
      var commands = new Thread(() -> obey(in, reader, newest), "commands");
      commands.setDaemon(true);
      commands.start();
      read(reader, out);
    } catch (IOException | RuntimeException e) {
      out.println(FAILED + ErrorText.of(String.valueOf(e.getMessage())));
      out.flush();
      System.exit(1);
    }
  }

  private static void read(Reader reader, PrintStream out) throws InterruptedException {
    long nextReport = System.nanoTime();
    while (!out.checkError()) {
      long now = System.nanoTime();
      if (now - nextReport >= 0) {
        out.println(Report.line(reader.count()));
        out.flush();
        nextReport = now + REPORT_NANOS;
      }
      long untilDue = reader.ask();
      reader.await(Math.min(untilDue, Math.max(0, nextReport - System.nanoTime())));
    }
  }

  /** At the end of its input the process ends, with all that is outstanding. */
  private static void obey(BufferedReader in, Reader reader, AtomicLong newest) {
    try {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.equals(PAUSE)) {
          reader.pause();
        } else if (line.equals(RESUME)) {
          reader.resume();
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
