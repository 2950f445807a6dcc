package io.tidemark.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.cli.Main;
import io.tidemark.cluster.Poll;
import io.tidemark.experiment.NullServer;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Scanner;

/**
 * The whole job, as {@code tidemark run} starts it, to an HTTP server that throws requests away,
 * each in a process of its own.
 *
 * <p>A JVM that has just started spends much of its time compiling, so a run is measured in windows
 * after a warm-up: samples by the requests that the server has counted, CPU by the job's process.
 * Reported are the median window and the spread.
 */
public final class PipelineBenchmark {
  private static final Duration START_UP = Duration.ofSeconds(5);
  private static final int WINDOWS = 3;

  private final Duration warmUp;
  private final Duration window;
  private final HttpClient http = HttpClient.newHttpClient();

  PipelineBenchmark(Duration warmUp, Duration window) {
    this.warmUp = warmUp;
    this.window = window;
  }

  /** One measured window. */
  record Window(double samplesPerSecond, double cpuSecondsPerMillion) {}

  /**
   * @param windows in the order of their samples per second
   */
  record Result(String settings, List<Window> windows, double bytesPerSample) {
    Window median() {
      return windows.get(windows.size() / 2);
    }

    /** Difference of the fastest and the slowest window, relative to the median. */
    double spread() {
      double fastest = windows.get(windows.size() - 1).samplesPerSecond();
      return (fastest - windows.get(0).samplesPerSecond()) / median().samplesPerSecond();
    }
  }

  /**
   * @param args warm-up and window in seconds, then one argument per run: settings with commas
   *     between, e.g. {@code amplify.m=20,parallelism=2}
   */
  public static void main(String[] args) throws Exception {
    if (args.length < 3) {
      System.err.println("usage: PipelineBenchmark WARM_UP_SECONDS WINDOW_SECONDS SETTINGS...");
      System.exit(2);
    }
    var benchmark =
        new PipelineBenchmark(
            Duration.ofSeconds(Long.parseLong(args[0])),
            Duration.ofSeconds(Long.parseLong(args[1])));
    PrintStream out = System.out;
    out.println("| settings | samples/s | spread | CPU-s per million | bytes per sample |");
    out.println("|---|---|---|---|---|");
    for (String settings : Arrays.asList(args).subList(2, args.length)) {
      Result result = benchmark.run(settings);
      out.printf(
          "| %s | %.2f M | %.0f %% | %.3f | %.1f |%n",
          settings,
          result.median().samplesPerSecond() / 1e6,
          100 * result.spread(),
          result.median().cpuSecondsPerMillion(),
          result.bytesPerSample());
    }
  }

  Result run(String settings) throws IOException, InterruptedException {
    try (var server =
        new JavaProcess(List.of("-XX:+UseSerialGC", "-Xmx64m"), NullServer.class, List.of())) {
      URI address = URI.create("http://127.0.0.1:" + server.firstLine());
      try (var job = new JavaProcess(List.of(), Main.class, arguments(address, settings))) {
        Poll.pause(START_UP.plus(warmUp));
        var readings = new ArrayList<Reading>();
        for (int i = 0; i <= WINDOWS; i++) {
          if (i > 0) {
            Poll.pause(window);
          }
          readings.add(new Reading(System.nanoTime(), requests(address), job.cpu()));
        }
        JsonNode result = new ObjectMapper().readTree(job.output());
        double samplesPerRequest =
            result.get("samplesAcked").asDouble() / result.get("requests").asDouble();
        var windows = new ArrayList<Window>();
        for (int i = 0; i < WINDOWS; i++) {
          windows.add(readings.get(i).until(readings.get(i + 1), samplesPerRequest));
        }
        windows.sort((a, b) -> Double.compare(a.samplesPerSecond(), b.samplesPerSecond()));
        double bytes = result.get("bytesSent").asDouble() / result.get("samplesAcked").asDouble();
        return new Result(settings, List.copyOf(windows), bytes);
      }
    }
  }

  private record Reading(long nanos, long requests, Duration cpu) {
    Window until(Reading later, double samplesPerRequest) {
      double seconds = (later.nanos - nanos) / 1e9;
      double samples = (later.requests - requests) * samplesPerRequest;
      double cpuSeconds = later.cpu.minus(cpu).toNanos() / 1e9;
      return new Window(samples / seconds, cpuSeconds / (samples / 1e6));
    }
  }

  private List<String> arguments(URI address, String settings) {
    Duration duration = warmUp.plus(window.multipliedBy(WINDOWS + 1)).plus(START_UP);
    var arguments = new ArrayList<String>(List.of("run", "--json", "-q"));
    arguments.addAll(List.of("--duration", duration.toSeconds() + "s"));
    arguments.addAll(List.of("--set", "target.urls=[" + address + "]"));
    arguments.addAll(List.of("--set", "source.datagen.start=2026-01-01T00:00:00Z"));
    for (String setting : settings.split(",")) {
      arguments.addAll(List.of("--set", setting));
    }
    return arguments;
  }

  private long requests(URI address) throws IOException, InterruptedException {
    var answer = http.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
    return new Scanner(answer.body()).skip("requests ").nextLong();
  }
}
