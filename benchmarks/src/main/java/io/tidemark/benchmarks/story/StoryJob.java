package io.tidemark.benchmarks.story;

import io.tidemark.job.JobGraph;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.PublicSettings;
import io.tidemark.job.deadletter.DeadLetters;
import io.tidemark.job.observe.Instrument;
import io.tidemark.job.source.SampleSource;
import io.tidemark.job.state.RunName;
import io.tidemark.job.write.Acks;
import io.tidemark.job.write.PayloadSerializer;
import io.tidemark.job.write.WriteOutcome;
import io.tidemark.job.write.WriterFactory;
import io.tidemark.series.Amplification;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The jobs of the story, which differ in how they amplify; source, writer and later parts are
 * equal.
 */
public enum StoryJob {
  /** A label map for each copy, as in the first version of the main case's job. */
  LABEL_MAPS {
    @Override
    void build(StreamExecutionEnvironment environment, JobConfig config) {
      Amplification amplification = config.amplify().amplification();
      environment.configure(flinkOptions(config));
      environment.setMaxParallelism(JobGraph.MAX_PARALLELISM);
      SampleSource.Streams source =
          SampleSource.open(environment, config, false, SampleSource.Sending.PLAIN, RunName.NONE);
      var letters =
          source
              .plain()
              .keyBy(sample -> sample.labels().hash())
              .flatMap(new LabelMaps(amplification))
              .returns(LabeledSample.class)
              .transform(
                  "amplify",
                  PayloadSerializer.TYPE,
                  new ObjectBatchesFactory(config, amplification))
              .uid(Instrument.UID)
              .transform(
                  "write",
                  TypeInformation.of(WriteOutcome.class),
                  new WriterFactory(config, amplification, false))
              .setParallelism(WriterFactory.parallelism(config, environment.getParallelism()))
              .connect(source.deadLetters())
              .process(new Acks(config.deadLetter(), amplification.copies()))
              .name("acks")
              .setParallelism(1)
              .disableChaining();
      DeadLetters.keep(letters, config, "");
    }
  },
  TIDEMARK {
    @Override
    void build(StreamExecutionEnvironment environment, JobConfig config) {
      JobGraph.build(environment, config);
    }
  };

  /** The name by which a watch finds the job. */
  private static final String JOB_NAME = "tidemark";

  abstract void build(StreamExecutionEnvironment environment, JobConfig config);

  /** Returns when Flink has accepted the job. */
  void submit(StreamExecutionEnvironment environment, JobConfig config) throws Exception {
    build(environment, config);
    environment.executeAsync(JOB_NAME);
  }

  private static Configuration flinkOptions(JobConfig config) {
    var options = new Configuration();
    // A careful user would set this, because otherwise each object is copied through a serializer.
    options.set(PipelineOptions.OBJECT_REUSE, true);
    options.set(PipelineOptions.GLOBAL_JOB_PARAMETERS, PublicSettings.of(config).toMap());
    return options;
  }
}
