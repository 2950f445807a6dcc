package io.tidemark.benchmarks.codec;

import io.tidemark.format.Format;
import io.tidemark.parse.Rejection;
import io.tidemark.parse.SampleParser;
import io.tidemark.parse.text.TimestampUnit;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.util.ArrayList;
import java.util.List;
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
import org.openjdk.jmh.infra.Blackhole;

/**
 * Parses records of 1,000 samples of 10,000 series on one core, from bytes to {@link Sample}s with
 * their labels. The figure to read is {@code samples}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ParseBenchmark {
  private static final int SAMPLES = 1000;
  private static final int RECORDS = 10;

  /** The time 2026-11-21T00:00:00Z. */
  private static final long START = 1_795_219_200_000L;

  @Param({
    "REMOTE_WRITE",
    "OTLP",
    "PROMETHEUS",
    "INFLUX",
    "JSON_LINES",
    "GRAPHITE",
    "OPENTSDB_PUT",
    "OPENTSDB_JSON"
  })
  Format format;

  /** Number of labels of each series, including its name. */
  @Param("11")
  int labels;

  private final List<byte[]> records = new ArrayList<>();
  private SampleParser parser;
  private int next;

  @AuxCounters(AuxCounters.Type.OPERATIONS)
  @State(Scope.Thread)
  public static class Totals {
    public long samples;
    public long recordBytes;
  }

  @Setup
  public void setUp() {
    parser = format.parsers(TimestampUnit.AUTO).create();
    for (int record = 0; record < RECORDS; record++) {
      var series = new ArrayList<Labels>();
      for (int i = 0; i < SAMPLES; i++) {
        series.add(DevopsSeries.series(record * SAMPLES + i, labels));
      }
      records.add(ParseRecords.record(format, series, START));
    }
  }

  @Benchmark
  public void parse(Totals totals, Blackhole sink) {
    byte[] record = records.get(next);
    next = (next + 1) % RECORDS;
    var out = new Taken(sink);
    parser.parse(record, -1, out);
    if (out.samples != SAMPLES) {
      throw new IllegalStateException("read %d of %d samples".formatted(out.samples, SAMPLES));
    }
    totals.samples += out.samples;
    totals.recordBytes += record.length;
  }

  private static final class Taken implements SampleParser.Output {
    private final Blackhole sink;
    private int samples;

    Taken(Blackhole sink) {
      this.sink = sink;
    }

    @Override
    public void sample(Sample sample) {
      samples++;
      sink.consume(sample);
    }

    @Override
    public void rejected(Rejection why, String detail, byte[] bytes, int offset, int length) {
      throw new IllegalStateException(why + ": " + detail);
    }
  }
}
