package io.tidemark.simulated;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/**
 * A line to a server, in a process of its own: 8 ms there and back and 5 MB/s, so that it, and no
 * host, says how fast batches go. One request at a time, 10,000 samples take about 50 ms and 500
 * about 10.
 */
public final class LineProgram {
  /** What it takes to run it elsewhere. */
  public static final List<Class<?>> CLASSES =
      List.of(LineProgram.class, Link.class, Alarm.class, Bandwidth.class);

  private static final Duration LATENCY = Duration.ofMillis(8);
  private static final long BYTES_PER_SECOND = 5_000_000;

  private LineProgram() {}

  /**
   * @param arguments port to listen at, and the server's address
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    var here = new InetSocketAddress(Integer.parseInt(arguments[0]));
    Link.at(here, URI.create(arguments[1]), BYTES_PER_SECOND, LATENCY);
    Thread.currentThread().join();
  }
}
