package io.tidemark.job.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.split.SourceSample;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.util.List;
import java.util.Map;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

class SourceSampleSerializerTest {
  private static final double STALE_MARKER = Double.longBitsToDouble(0x7ff0000000000002L);
  private static final Labels LABELS = Labels.of(Map.of("__name__", "up", "job", "node"));
  private static final long NOW = 1_700_000_000_123L;
  private static final Sample PLAIN = new Sample(LABELS, NOW, STALE_MARKER);

  private static final List<SourceSample> SAMPLES =
      List.of(
          SourceSample.of(PLAIN),
          new SourceSample(3, 70_000, LABELS.hash(), LABELS, NOW, STALE_MARKER),
          new SourceSample(3, 70_000, LABELS.hash(), null, NOW, STALE_MARKER),
          new SourceSample(
              1, 0, 7, Labels.ofEncoded(new byte[0], 7), Long.MIN_VALUE, Double.NEGATIVE_INFINITY));

  @Test
  void readsBackWhatItWroteToTheBit() throws Exception {
    var out = new DataOutputSerializer(64);
    for (SourceSample sample : SAMPLES) {
      SourceSampleSerializer.INSTANCE.serialize(sample, out);
    }
    var in = new DataInputDeserializer(out.getCopyOfBuffer());
    for (SourceSample sample : SAMPLES) {
      SourceSample read = SourceSampleSerializer.INSTANCE.deserialize(in);
      assertThat(read).isEqualTo(sample);
      assertThat(Double.doubleToRawLongBits(read.value()))
          .isEqualTo(Double.doubleToRawLongBits(sample.value()));
    }
    assertThat(in.available()).isZero();
  }

  @Test
  void copiesBytesWithoutReadingThem() throws Exception {
    for (SourceSample sample : SAMPLES) {
      var out = new DataOutputSerializer(64);
      SourceSampleSerializer.INSTANCE.serialize(sample, out);
      byte[] bytes = out.getCopyOfBuffer();
      var in = new DataInputDeserializer(bytes);
      var copy = new DataOutputSerializer(256);
      SourceSampleSerializer.INSTANCE.copy(in, copy);
      assertThat(copy.getCopyOfBuffer()).isEqualTo(bytes);
      assertThat(in.available()).isZero();
    }
  }

  /** An unaligned checkpoint of an earlier build may hold such. */
  @Test
  void readsASampleWithoutANumberAsItWasOnceWritten() throws Exception {
    var before = new DataOutputSerializer(64);
    SampleSerializer.INSTANCE.serialize(PLAIN, before);
    var in = new DataInputDeserializer(before.getCopyOfBuffer());
    assertThat(SourceSampleSerializer.INSTANCE.deserialize(in)).isEqualTo(SourceSample.of(PLAIN));
  }
}
