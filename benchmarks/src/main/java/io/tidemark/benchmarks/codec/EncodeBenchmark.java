package io.tidemark.benchmarks.codec;

import io.tidemark.series.Amplification;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.Payload;
import io.tidemark.sink.PayloadBuilder;
import io.tidemark.sink.SeriesTemplate;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.otlp.OtlpFormat;
import io.tidemark.sink.remotewrite.Compression;
import io.tidemark.sink.remotewrite.MessageVersion;
import io.tidemark.sink.remotewrite.RemoteWriteFormat;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Encodes batches of about 10,000 amplified samples on one core from existing templates, which is
 * what the amplifier costs beyond its cache. The figure to read is {@code samples}; {@code
 * bodyBytes} by {@code samples} is the size of one on the wire. For comparison it measures the
 * bound, a copy of the finished body, and the plain way, which encodes and then compresses with
 * Snappy's library.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class EncodeBenchmark {
  private static final int BATCH_SAMPLES = 10_000;

  /** The time 2026-11-21T00:00:00Z. */
  private static final long START = 1_795_219_200_000L;

  @Param({"TIME", "SERIES", "GROUPED"})
  Layout layout;

  @Param({"REPEAT", "JITTER"})
  ValueMode value;

  @Param({"6", "20"})
  int m;

  @Param("1")
  int n;

  @Param({"SNAPPY", "ZSTD"})
  Compression compression;

  /**
   * Version of remote write; or OTLP, which is compressed by gzip for SNAPPY, and not at all for
   * ZSTD.
   */
  @Param("V1")
  String version;

  /** Number of series, over which batches rotate; 1000000 exceed the processor's caches. */
  @Param("10000")
  int series;

  /** Number of labels of each series, including its name. */
  @Param("11")
  int labels;

  private Labels[] sources;
  private SeriesTemplate[] templates;
  private double[] values;
  private int batchSeries;
  private int next;
  private Amplification amplification;
  private PayloadBuilder builder;
  private PlainEncoder plain;
  private Payload finished;

  @AuxCounters(AuxCounters.Type.OPERATIONS)
  @State(Scope.Thread)
  public static class Totals {
    public long samples;
    public long bodyBytes;
  }

  @Setup
  public void setUp() {
    amplification = new Amplification(m, n, 60_000, "instance", value, layout);
    WireFormat format =
        version.equals("OTLP")
            ? new OtlpFormat(
                Map.of(),
                amplification,
                compression == Compression.SNAPPY
                    ? io.tidemark.sink.otlp.Compression.GZIP
                    : io.tidemark.sink.otlp.Compression.NONE)
            : new RemoteWriteFormat(
                Map.of(), amplification, compression, MessageVersion.valueOf(version));
    builder = format.newPayloadBuilder();
    batchSeries = BATCH_SAMPLES / (m * n);
    sources = new Labels[series];
    templates = new SeriesTemplate[series];
    values = new double[series];
    for (int i = 0; i < series; i++) {
      sources[i] = DevopsSeries.series(i, labels);
      templates[i] = format.template(sources[i]);
      values[i] = 100.0 * i / series;
    }
    finished = encode(new Totals());
    plain = new PlainEncoder(amplification, 2 * finished.rawBytes());
  }

  @Benchmark
  public Payload encode(Totals totals) {
    int from = nextBatch();
    for (int i = from; i < from + batchSeries; i++) {
      builder.append(templates[i], START, values[i]);
    }
    Payload payload = builder.encode(amplification.all());
    builder.clear();
    totals.samples += payload.samples();
    totals.bodyBytes += payload.body().length;
    return payload;
  }

  @Benchmark
  public byte[] copyOfTheBody(Totals totals) {
    totals.samples += finished.samples();
    totals.bodyBytes += finished.body().length;
    return finished.body().clone();
  }

  /** Encodes the samples of instance 0 alone, always with Snappy. */
  @Benchmark
  public byte[] plainThenSnappy(Totals totals) throws IOException {
    byte[] body = plain.encode(sources, nextBatch(), batchSeries, START, values);
    totals.samples += (long) batchSeries * m;
    totals.bodyBytes += body.length;
    return body;
  }

  private int nextBatch() {
    int from = next;
    next += batchSeries;
    if (next + batchSeries > series) {
      next = 0;
    }
    return from;
  }
}
