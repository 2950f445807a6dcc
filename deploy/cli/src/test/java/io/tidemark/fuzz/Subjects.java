package io.tidemark.fuzz;

import com.github.luben.zstd.Zstd;
import io.tidemark.diagnose.PublicPageSubject;
import io.tidemark.format.Format;
import io.tidemark.format.FormatChoice;
import io.tidemark.format.Framing;
import io.tidemark.format.OddInputs;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.file.PackedFileSubject;
import io.tidemark.job.write.RefusedBatchSubject;
import io.tidemark.listen.ReceivedSubject;
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
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.xerial.snappy.Snappy;

/** All that reads foreign bytes, for {@link FuzzIT} and for {@link JazzerIT}. */
final class Subjects {
  private static final long MIB = 1 << 20;

  /** For small buffers, and for what Jazzer's instructions allocate. */
  private static final long SOME = 4 * MIB;

  /** A body may unpack to 32 MiB; a buffer that grows there is copied on the way. */
  private static final long UNPACKED = 256 * MIB;

  private static final Amplification ONCE =
      new Amplification(1, 1, 60_000, "instance", ValueMode.REPEAT, Layout.TIME);

  private Subjects() {}

  /**
   * @param folder for files that some read
   */
  static List<Subject> all(Path folder) throws IOException {
    var subjects = new ArrayList<Subject>();
    for (Format format : Format.values()) {
      subjects.add(format == Format.AUTO ? choice() : parser(format));
    }
    subjects.add(new Subject("metrics-page", pages(), SOME, 1024, () -> Subjects::readMetrics));
    subjects.add(
        new Subject("public-page", pages(), 16 * MIB, 1024, () -> PublicPageSubject::read));
    subjects.add(
        new Subject(
            "configuration",
            configurations(),
            16 * MIB,
            4096,
            () -> text -> readConfiguration(folder.resolve("run.yaml"), text)));
    subjects.add(
        new Subject(
            "packed-file",
            files(),
            UNPACKED,
            1024,
            () -> bytes -> PackedFileSubject.read(folder.resolve("records"), bytes)));
    Path capture = folder.resolve("received");
    subjects.add(
        new Subject(
            "received-remote-write",
            known(Format.REMOTE_WRITE),
            UNPACKED,
            1024,
            () -> body -> ReceivedSubject.remoteWrite(capture, body)));
    subjects.add(
        new Subject(
            "received-otlp",
            known(Format.OTLP),
            UNPACKED,
            1024,
            () -> body -> ReceivedSubject.otlp(capture, body)));
    for (Compression compression : Compression.values()) {
      var format = new RemoteWriteFormat(Map.of(), ONCE, compression);
      subjects.add(
          new Subject(
              slug("splitting-" + compression),
              List.of(format.encode(samples(1)).body(), format.encode(samples(40)).body()),
              UNPACKED,
              1024,
              () -> body -> split(format, body)));
    }
    var snappy = new RemoteWriteFormat(Map.of(), ONCE, Compression.SNAPPY);
    subjects.add(
        new Subject(
            "refused-batch",
            List.of(new byte[] {4, 0, 1, 2, 3}, new byte[] {40, 0, 9, 1, 2, 3, 3, 0, 1}),
            16 * MIB,
            64 * 1024,
            () -> input -> RefusedBatchSubject.deliver(snappy, input)));
    return subjects;
  }

  /** Those that {@code -Dtidemark.fuzz-subject} names, by commas, or all. */
  static List<Subject> named(Path folder) throws IOException {
    List<String> names = List.of(System.getProperty("tidemark.fuzz-subject", "").split(","));
    List<Subject> all = all(folder);
    return names.equals(List.of(""))
        ? all
        : all.stream().filter(subject -> names.contains(subject.name())).toList();
  }

  private static String slug(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static Subject parser(Format format) throws IOException {
    return new Subject(
        slug(format.name()),
        known(format),
        format.isBinary() ? UNPACKED : SOME,
        1024,
        () -> {
          SampleParser parser = format.parsers(TimestampUnit.AUTO).create();
          return record -> parser.parse(record, 5, WITHIN_BOUNDS);
        });
  }

  /** Every format's parser, one after the other. */
  private static Subject choice() throws IOException {
    return new Subject(
        Format.AUTO.slug(),
        known(Format.AUTO),
        UNPACKED,
        8 * 1024,
        () -> record -> FormatChoice.of(List.of(record), Framing.NONE, TimestampUnit.AUTO));
  }

  private static final SampleParser.Output WITHIN_BOUNDS =
      new SampleParser.Output() {
        @Override
        public void sample(Sample sample) {
          // What follows in a job reads every label.
          sample.labels().toMap();
        }

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
      case AUTO ->
          OddInputs.byFormat().values().stream()
              .flatMap(Collection::stream)
              .map(Subjects::utf8)
              .toList();
      default ->
          OddInputs.byFormat().getOrDefault(format, List.of("m,a=1 f=1 1")).stream()
              .map(Subjects::utf8)
              .toList();
    };
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
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
        utf8("# TYPE a counter\na_total{x=\"1\",y=\"\\\"\\n\"} 5\na 1e3 1750000000000\n"),
        utf8("a{le=\"+Inf\"} NaN\n"));
  }

  private static void readMetrics(byte[] page) {
    MetricsText.parse(page, Set.of("a", "a_total"), (name, labels, value) -> {});
  }

  private static List<byte[]> configurations() {
    return List.of(
        utf8("target:\n  urls: [http://127.0.0.1:1]\nwrite:\n  in-flight: 4\n  timeout: 5s\n"));
  }

  private static void readConfiguration(Path file, byte[] text) throws IOException {
    Files.write(file, text);
    try {
      ConfigLoader.load(Optional.of(file), List.of());
    } catch (ConfigException refused) {
      require(!refused.getMessage().isBlank(), "refused without a word");
    }
  }

  private static List<byte[]> files() throws IOException {
    byte[] lines = utf8("prom_total{a=\"1\"} 1 1769817600123\nprom_total 2 1769817600124\n");
    byte[] capture =
        concat(
            new byte[] {(byte) 0x89},
            utf8("TIDEMK"),
            new byte[] {1},
            new byte[8 + 3],
            new byte[] {2, 'a', 'b'});
    return List.of(
        lines, capture, gzip(lines), gzip(capture), Zstd.compress(lines), Zstd.compress(capture));
  }

  private static byte[] concat(byte[]... parts) throws IOException {
    var all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.write(part);
    }
    return all.toByteArray();
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    var packed = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(packed)) {
      out.write(bytes);
    }
    return packed.toByteArray();
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
      require(parts.size() == samples.size(), "halves of another size");
    }
  }

  /** AssertJ's classes would take Jazzer half a minute to load. */
  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }
}
