package io.tidemark.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import com.sun.management.ThreadMXBean;
import io.tidemark.format.Format;
import io.tidemark.format.OddInputs;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.parse.Rejection;
import io.tidemark.parse.SampleParser;
import io.tidemark.parse.protobuf.OtlpRequests;
import io.tidemark.parse.text.TimestampUnit;
import io.tidemark.series.Amplification;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.Sample;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.Payload;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.http.MetricsText;
import io.tidemark.sink.remotewrite.Compression;
import io.tidemark.sink.remotewrite.RemoteWriteFormat;
import io.tidemark.testing.Repository;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.xerial.snappy.Snappy;

/**
 * Whatever the bytes: only what is declared is thrown, memory is bounded, and each input is done
 * with soon. As long for each as {@code -Dtidemark.fuzz-seconds} says; by {@code
 * -Dtidemark.fuzz-seed}.
 *
 * <p>Not with Jazzer: its coverage-guided mode takes a JVM of its own for each input format, and an
 * agent in it, which the seconds of a default test do not buy.
 */
class FuzzIT {
  private static final double SECONDS =
      Double.parseDouble(System.getProperty("tidemark.fuzz-seconds", "0.5"));

  private static final long SEED = Long.getLong("tidemark.fuzz-seed", 1);

  /** A record may unpack to 32 MiB; a buffer that grows there is copied on the way. */
  private static final long MAX_ALLOCATED_BYTES = 256 << 20;

  /** Beside others on few cores, with a collection in it. */
  private static final Duration MAX_TIME = Duration.ofSeconds(5);

  private static final Amplification ONCE =
      new Amplification(1, 1, 60_000, "instance", ValueMode.REPEAT, Layout.TIME);

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @TempDir static Path folder;

  private interface Feed {
    /** Throws only what no input may cause. */
    void accept(byte[] input) throws Exception;
  }

  private record Subject(String name, List<byte[]> known, Feed feed) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Subject> subjects() throws IOException {
    var subjects = new ArrayList<Subject>();
    for (Format format : Format.values()) {
      SampleParser parser = format.parsers(TimestampUnit.AUTO).create();
      subjects.add(
          new Subject(
              "parser of " + format, known(format), record -> parser.parse(record, 5, IGNORED)));
    }
    subjects.add(new Subject("page of metrics", pages(), FuzzIT::readMetrics));
    subjects.add(new Subject("configuration", configurations(), FuzzIT::readConfiguration));
    for (Compression compression : Compression.values()) {
      var format = new RemoteWriteFormat(Map.of(), ONCE, compression);
      List<byte[]> bodies =
          List.of(format.encode(samples(1)).body(), format.encode(samples(40)).body());
      subjects.add(new Subject("splitting of " + compression, bodies, body -> split(format, body)));
    }
    return subjects.stream();
  }

  private static final SampleParser.Output IGNORED =
      new SampleParser.Output() {
        @Override
        public void sample(Sample sample) {}

        @Override
        public void rejected(Rejection why, String detail, byte[] bytes, int offset, int length) {
          if (offset < 0 || length < 0 || offset + length > bytes.length) {
            throw new IndexOutOfBoundsException("rejected %d+%d".formatted(offset, length));
          }
        }
      };

  private static List<byte[]> known(Format format) throws IOException {
    return switch (format) {
      case OTLP -> OtlpRequests.odd();
      case REMOTE_WRITE -> {
        byte[] body =
            new RemoteWriteFormat(Map.of(), ONCE, Compression.SNAPPY).encode(samples(9)).body();
        yield List.of(body, Zstd.compress(Snappy.uncompress(body)), Snappy.uncompress(body));
      }
      default ->
          OddInputs.byFormat().getOrDefault(format, List.of("m,a=1 f=1 1")).stream()
              .map(line -> line.getBytes(StandardCharsets.UTF_8))
              .toList();
    };
  }

  private static List<Sample> samples(int count) {
    var samples = new ArrayList<Sample>();
    for (int i = 0; i < count; i++) {
      samples.add(
          new Sample(Labels.of(Map.of("__name__", "m", "i", "" + i)), 1_750_000_000_000L + i, i));
    }
    return samples;
  }

  private static List<byte[]> pages() {
    return List.of(
        "# TYPE a counter\na_total{x=\"1\",y=\"\\\"\\n\"} 5\na 1e3 1750000000000\n"
            .getBytes(StandardCharsets.UTF_8),
        "a{le=\"+Inf\"} NaN\n".getBytes(StandardCharsets.UTF_8));
  }

  private static void readMetrics(byte[] page) {
    MetricsText.parse(page, Set.of("a", "a_total"), (name, labels, value) -> {});
  }

  private static List<byte[]> configurations() throws IOException {
    try (Stream<Path> files = Files.walk(Repository.root().resolve("docs/examples"))) {
      var known = new ArrayList<byte[]>();
      for (Path file : files.filter(f -> f.toString().endsWith(".yaml")).toList()) {
        known.add(Files.readAllBytes(file));
      }
      known.add(
          "target:\n  urls: [http://127.0.0.1:1]\nwrite:\n  in-flight: 4\n  timeout: 5s\n"
              .getBytes(StandardCharsets.UTF_8));
      return known;
    }
  }

  private static void readConfiguration(byte[] text) throws IOException {
    Path file = Files.write(folder.resolve("run.yaml"), text);
    try {
      ConfigLoader.load(Optional.of(file), List.of());
    } catch (ConfigException refused) {
      assertThat(refused.getMessage()).isNotBlank();
    }
  }

  /** What a rejected batch goes through: both halves hold what the whole did. */
  private static void split(WireFormat format, byte[] body) {
    List<Sample> samples;
    try {
      samples =
          format.decode(new Payload(body, format.encode(samples(1)).encoding(), 1, body.length));
    } catch (IllegalArgumentException refused) {
      return;
    }
    if (samples.size() > 1 && samples.size() < 10_000) {
      int half = samples.size() / 2;
      List<Sample> parts = new ArrayList<>(format.decode(format.encode(samples.subList(0, half))));
      parts.addAll(format.decode(format.encode(samples.subList(half, samples.size()))));
      assertThat(parts).hasSameSizeAs(samples);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("subjects")
  @Timeout(3600)
  void endsOnAnyInputWithinItsBounds(Subject subject) throws Exception {
    var mutator = new Mutator(SEED, subject.known());
    long end = System.nanoTime() + (long) (SECONDS * 1e9);
    long inputs = 0;
    while (inputs == 0 || System.nanoTime() < end) {
      byte[] input = mutator.next();
      long allocated = THREADS.getCurrentThreadAllocatedBytes();
      long began = System.nanoTime();
      try {
        subject.feed().accept(input);
      } catch (Throwable undeclared) {
        throw new AssertionError("thrown on " + HexFormat.of().formatHex(input), undeclared);
      }
      long nanos = System.nanoTime() - began;
      long bytes = THREADS.getCurrentThreadAllocatedBytes() - allocated;
      assertThat(nanos)
          .as(() -> "nanoseconds, on " + HexFormat.of().formatHex(input))
          .isLessThan(MAX_TIME.toNanos());
      assertThat(bytes)
          .as(() -> "bytes allocated, on " + HexFormat.of().formatHex(input))
          .isLessThan(MAX_ALLOCATED_BYTES);
      inputs++;
    }
    System.out.printf("fuzz: %s: %d inputs, seed %d%n", subject, inputs, SEED);
  }
}
