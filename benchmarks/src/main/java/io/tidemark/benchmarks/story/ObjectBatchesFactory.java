package io.tidemark.benchmarks.story;

import io.tidemark.job.config.JobConfig;
import io.tidemark.job.observe.Instrument;
import io.tidemark.series.Amplification;
import io.tidemark.sink.Payload;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.operators.coordination.OperatorCoordinator;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.CoordinatedOperatorFactory;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;

/** Makes {@link ObjectBatches} with the instrument that every job of Tidemark has. */
final class ObjectBatchesFactory extends AbstractStreamOperatorFactory<Payload>
    implements OneInputStreamOperatorFactory<LabeledSample, Payload>,
        CoordinatedOperatorFactory<Payload> {
  private final TargetConfig target;
  private final Amplification amplification;
  private final int batchSamples;

  ObjectBatchesFactory(JobConfig config, Amplification amplification) {
    this.target = config.target();
    this.amplification = amplification;
    this.batchSamples = config.write().batchSamples();
  }

  @Override
  @SuppressWarnings("unchecked")
  public <T extends StreamOperator<Payload>> T createStreamOperator(
      StreamOperatorParameters<Payload> parameters) {
    ClassLoader loader = parameters.getContainingTask().getUserCodeClassLoader();
    var format = Tsdb.byType(target.type(), loader).format(target, amplification);
    return (T) new ObjectBatches(parameters, batchSamples, format);
  }

  @Override
  public OperatorCoordinator.Provider getCoordinatorProvider(String name, OperatorID operatorId) {
    return new Instrument.Provider(operatorId);
  }

  @Override
  @SuppressWarnings("rawtypes")
  public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
    return ObjectBatches.class;
  }
}
