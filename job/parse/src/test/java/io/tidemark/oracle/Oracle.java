package io.tidemark.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.format.Format;
import io.tidemark.format.RealImports;
import io.tidemark.parse.Parsed;
import io.tidemark.parse.SampleParser;
import io.tidemark.parse.text.TimestampUnit;
import io.tidemark.process.Patience;
import io.tidemark.series.Amplification;
import io.tidemark.series.Layout;
import io.tidemark.series.Sample;
import io.tidemark.series.Slice;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.ClientOptions;
import io.tidemark.sink.PayloadBuilder;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.WriteClient;
import io.tidemark.sink.WriteResult;
import io.tidemark.sink.victoriametrics.VictoriaMetrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Two VictoriaMetrics: one reads records itself, the other is written what Tidemark's parsers make
 * of them, with M = N = 1. So what both drop, round and leave out is no difference.
 */
final class Oracle implements AutoCloseable {
  /** Of records without a timestamp: the database takes its own time, the parser this. */
  static final long RECORD_MILLIS = 1700000000000L;

  private static final long CLOCK_MILLIS = 2_000;

  /** Series that were deleted cost every later export: databases with many of them are left. */
  private static final int MAX_FORGOTTEN = 20_000;

  private final Supplier<RealImports> database;
  private RealImports reference;
  private RealImports written;
  private WireFormat wire;
  private WriteClient client;
  private int forgotten;

  Oracle(Supplier<RealImports> database) {
    this.database = database;
    open();
  }

  private void open() {
    forgotten = 0;
    reference = database.get();
    written = database.get();
    var kind = new VictoriaMetrics();
    TargetConfig target = TargetConfig.of(kind.type(), written.url());
    wire =
        kind.format(
            target, new Amplification(1, 1, 60_000, "instance", ValueMode.REPEAT, Layout.TIME));
    client = kind.client(target, new ClientOptions(1, Duration.ofSeconds(20), "oracle"));
  }

  /** Of each record, which have marks of different numbers or none. */
  List<Comparison> compare(Format format, List<Input> inputs) throws Exception {
    if (forgotten > MAX_FORGOTTEN) {
      close();
      open();
    }
    SampleParser parser = format.parsers(TimestampUnit.AUTO).create();
    var parsed = new ArrayList<Parsed>();
    var samples = new ArrayList<Sample>();
    for (Input input : inputs) {
      Parsed made = Parsed.by(parser, input.bytes(), RECORD_MILLIS);
      parsed.add(made);
      samples.addAll(made.samples());
      for (byte[] twin : input.twins()) {
        assertThat(new HashSet<>(Parsed.by(parser, twin, RECORD_MILLIS).samples()))
            .as("another version of " + input)
            .isEqualTo(new HashSet<>(made.samples()));
      }
    }
    write(samples);
    long from = System.currentTimeMillis() - CLOCK_MILLIS;
    for (Input input : inputs) {
      reference.send(format, input.bytes());
    }
    long to = System.currentTimeMillis() + CLOCK_MILLIS;
    Set<Sample> all = reference.stored();
    forgotten += all.size();
    Map<Integer, Set<Sample>> stored = byInput(inputs, all, from, to);
    Map<Integer, Set<Sample>> ours = byInput(inputs, written.stored(), from, to);
    reference.forget();
    written.forget();
    if (inputs.size() > 1 && !of(stored, Input.UNMARKED).equals(of(ours, Input.UNMARKED))) {
      // A record lost its mark: fewer at a time tell which one it was.
      List<Input> half = inputs.subList(0, inputs.size() / 2);
      var halves = new ArrayList<>(compare(format, half));
      halves.addAll(compare(format, inputs.subList(half.size(), inputs.size())));
      return halves;
    }
    var comparisons = new ArrayList<Comparison>();
    for (int i = 0; i < inputs.size(); i++) {
      Input input = inputs.get(i);
      boolean isUnmarked = inputs.size() > 1 && input.number() == Input.UNMARKED;
      comparisons.add(
          new Comparison(
              format,
              input,
              isUnmarked ? Set.of() : of(stored, input.number()),
              isUnmarked ? Set.of() : of(ours, input.number()),
              parsed.get(i).refused()));
    }
    return comparisons;
  }

  private static Set<Sample> of(Map<Integer, Set<Sample>> samples, int number) {
    return samples.getOrDefault(number, Set.of());
  }

  private static Map<Integer, Set<Sample>> byInput(
      List<Input> inputs, Set<Sample> samples, long from, long to) {
    var byInput = new HashMap<Integer, Set<Sample>>();
    for (Sample sample : samples) {
      int number =
          inputs.size() == 1 ? inputs.get(0).number() : Input.number(sample.labels().toString());
      boolean isNow = sample.timestampMillis() >= from && sample.timestampMillis() <= to;
      byInput
          .computeIfAbsent(number, n -> new HashSet<>())
          .add(isNow ? new Sample(sample.labels(), RECORD_MILLIS, sample.value()) : sample);
    }
    return byInput;
  }

  private void write(List<Sample> samples) throws Exception {
    if (samples.isEmpty()) {
      return;
    }
    PayloadBuilder builder = wire.newPayloadBuilder();
    samples.forEach(s -> builder.append(wire.template(s.labels()), s.timestampMillis(), s.value()));
    WriteResult result = Patience.get(client.write(builder.encode(new Slice(0, 1, 0, 1))));
    assertThat(result.outcome()).as(result.error()).isEqualTo(ResponseClass.OK);
  }

  @Override
  public void close() {
    client.close();
    reference.close();
    written.close();
  }
}
