package io.tidemark.sink.rrdcached;

import io.tidemark.process.Patience;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.RealServer;
import io.tidemark.sink.TargetConfig;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A real RRDcached, whose files are read as its protocol prints them. */
record Installation(OwnedRrdcached server) implements RealServer {
  private static final Duration ANSWERS_WITHIN = Duration.ofSeconds(10);
  private static final long AROUND_SECONDS = 4 * 3600;

  static Installation start() {
    return new Installation(
        Patience.started("RRDcached", () -> OwnedRrdcached.start(Settings.DEFAULT)));
  }

  @Override
  public TargetConfig target() {
    return server.target(TargetConfig.of("rrdcached"));
  }

  Connection connect() throws IOException {
    return Connection.open(server.url(), Patience.of(ANSWERS_WITHIN));
  }

  /** Relative to the daemon's folder. */
  List<String> paths() throws IOException {
    try (Stream<Path> found = Files.walk(server.base())) {
      return found
          .filter(Files::isRegularFile)
          .map(file -> server.base().relativize(file).toString())
          .toList();
    }
  }

  @Override
  public List<Sample> stored() throws Exception {
    long now = System.currentTimeMillis() / 1000;
    var samples = new ArrayList<Sample>();
    try (Connection connection = connect()) {
      for (String path : paths()) {
        Labels labels = labels(path);
        String fetch = "FETCH %s AVERAGE %d %d";
        List<String> lines;
        try {
          lines =
              connection.command(fetch.formatted(path, now - AROUND_SECONDS, now + AROUND_SECONDS));
        } catch (RefusedException e) {
          // What lies there is none of its files.
          continue;
        }
        for (String line : lines) {
          String[] both = line.strip().split(": ");
          if (both[0].matches("\\d+") && !both[1].contains("nan")) {
            samples.add(
                new Sample(labels, Long.parseLong(both[0]) * 1000, Double.parseDouble(both[1])));
          }
        }
      }
    }
    return samples;
  }

  /** "tidemark/NAME/a=b,c=d.rrd"; a name that ends in + goes on below. */
  private static Labels labels(String path) {
    String whole =
        path.replace("+/", "").replaceFirst("^tidemark/", "").replaceFirst("\\.rrd$", "");
    int slash = whole.indexOf('/');
    Map<String, String> labels = new TreeMap<>();
    labels.put("__name__", decoded(whole.substring(0, slash)));
    for (String pair : whole.substring(slash + 1).split(",")) {
      int equals = pair.indexOf('=');
      labels.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
    }
    // "=" stands for nothing.
    labels.remove("");
    labels.remove("__name__", "=");
    return Labels.of(labels);
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  /** Each file is written before FLUSH returns; the journal alone is the C library's to write. */
  @Override
  public void settle() throws Exception {
    try (Connection connection = connect()) {
      for (String path : paths()) {
        connection.command("FLUSH " + path);
      }
    }
  }
}
