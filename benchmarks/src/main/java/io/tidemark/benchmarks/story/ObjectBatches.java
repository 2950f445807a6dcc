package io.tidemark.benchmarks.story;

import io.tidemark.job.observe.ObservationFeed;
import io.tidemark.job.shared.ThreadCpu;
import io.tidemark.series.InvalidLabelsException;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.Payload;
import io.tidemark.sink.WireFormat;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Collects samples into batches, encodes each sample's labels anew, and reports to the job's
 * instrument what Tidemark's amplifier does. A batch waits until it is full, because the traffic
 * never ends.
 */
final class ObjectBatches extends AbstractStreamOperator<Payload>
    implements OneInputStreamOperator<LabeledSample, Payload> {
  private final int batchSamples;
  private final transient WireFormat format;
  private final transient Labels.Builder builder = new Labels.Builder();
  private transient List<Sample> batch = new ArrayList<>();
  private transient ObservationFeed feed;

  ObjectBatches(StreamOperatorParameters<Payload> parameters, int batchSamples, WireFormat format) {
    super(parameters);
    this.batchSamples = batchSamples;
    this.format = format;
  }

  @Override
  public void open() throws Exception {
    super.open();
    ThreadCpu.ofCurrentThread().register(getMetricGroup().addGroup("tidemark"));
    feed = new ObservationFeed(getContainingTask().getEnvironment(), () -> null, null, bound -> {});
  }

  @Override
  public void processElement(StreamRecord<LabeledSample> element) throws InvalidLabelsException {
    LabeledSample sample = element.getValue();
    builder.clear();
    sample.labels().forEach(builder::add);
    batch.add(new Sample(builder.build(), sample.timestampMillis(), sample.value()));
    if (batch.size() == batchSamples) {
      emit();
    }
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpointId) {
    emit();
  }

  @Override
  public void finish() throws Exception {
    emit();
    super.finish();
  }

  private void emit() {
    if (!batch.isEmpty()) {
      output.collect(new StreamRecord<>(format.encode(batch)));
      batch = new ArrayList<>(batchSamples);
    }
  }

  @Override
  public void close() throws Exception {
    if (feed != null) {
      feed.close();
    }
    super.close();
  }
}
