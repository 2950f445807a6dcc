package io.tidemark.benchmarks;

import io.tidemark.sink.Amplification;
import io.tidemark.sink.Layout;
import io.tidemark.sink.Payload;
import io.tidemark.sink.PayloadBuilder;
import io.tidemark.sink.SeriesTemplate;
import io.tidemark.sink.Slice;
import io.tidemark.sink.TargetConfig.Compression;
import io.tidemark.sink.ValueMode;
import io.tidemark.sink.victoriametrics.RemoteWriteFormat;
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

@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class EncodeBenchmark {
  private static final int BATCH_SAMPLES = 10_000;

  /** 2026-11-21T00:00:00Z. */
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

  private SeriesTemplate[] templates;
  private double[] values;
  private PayloadBuilder builder;
  private Slice all;

  @AuxCounters(AuxCounters.Type.OPERATIONS)
  @State(Scope.Thread)
  public static class Count {
    public long samples;
  }

  @Setup
  public void setUp() {
    var amplification = new Amplification(m, n, 60_000, "instance", value, layout);
    var format = new RemoteWriteFormat(Map.of(), amplification, compression);
    builder = format.newPayloadBuilder();
    all = amplification.all();
    templates = new SeriesTemplate[BATCH_SAMPLES / (m * n)];
    values = new double[templates.length];
    for (int i = 0; i < templates.length; i++) {
      templates[i] = format.template(DevopsSeries.series(i));
      values[i] = 100.0 * i / templates.length;
    }
  }

  @Benchmark
  public Payload encode(Count count) {
    for (int i = 0; i < templates.length; i++) {
      builder.append(templates[i], START, values[i]);
    }
    Payload payload = builder.encode(all);
    builder.clear();
    count.samples += payload.samples();
    return payload;
  }
}
