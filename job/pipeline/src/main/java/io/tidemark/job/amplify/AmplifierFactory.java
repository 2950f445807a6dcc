package io.tidemark.job.amplify;

import io.tidemark.job.config.JobConfig;
import io.tidemark.job.deadletter.DeadLetter;
import io.tidemark.job.observe.Instrument;
import io.tidemark.job.split.SampleBlock;
import io.tidemark.job.state.RunName;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.Payload;
import io.tidemark.sink.Tsdb;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.operators.coordination.OperatorCoordinator;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.CoordinatedOperatorFactory;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.util.OutputTag;

/** Makes the amplifiers of a job from its configuration. */
public final class AmplifierFactory extends AbstractStreamOperatorFactory<Payload>
    implements OneInputStreamOperatorFactory<SampleBlock, Payload>,
        CoordinatedOperatorFactory<Payload> {
  private final AmplifierSettings settings;

  public AmplifierFactory(JobConfig config, RunName run, OutputTag<DeadLetter> deadLetters) {
    settings =
        new AmplifierSettings(
            config.amplify().fleet(),
            config.amplify().replaced(),
            config.target(),
            run,
            config.limits(),
            new BatchLimits(config.write().batchSamples(), config.write().batchBytes()),
            config.write().linger().toMillis(),
            config.amplify().maxCachedSeries(),
            config.lastReceived(),
            deadLetters);
  }

  @Override
  @SuppressWarnings("unchecked")
  public <T extends StreamOperator<Payload>> T createStreamOperator(
      StreamOperatorParameters<Payload> parameters) {
    ClassLoader loader = parameters.getContainingTask().getUserCodeClassLoader();
    Tsdb tsdb = Tsdb.byType(settings.target().type(), loader);
    return (T)
        (interpolates()
            ? new InterpolatingAmplifier(parameters, settings, tsdb)
            : new Amplifier(parameters, settings, tsdb));
  }

  private boolean interpolates() {
    return settings.fleet().least().value() == ValueMode.INTERPOLATE;
  }

  @Override
  public OperatorCoordinator.Provider getCoordinatorProvider(String name, OperatorID operatorId) {
    return new Instrument.Provider(operatorId);
  }

  @Override
  @SuppressWarnings("rawtypes")
  public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
    return interpolates() ? InterpolatingAmplifier.class : Amplifier.class;
  }
}
