package io.tidemark.job.amplify;

import io.tidemark.job.config.JobConfig;
import io.tidemark.job.deadletter.DeadLetter;
import io.tidemark.job.state.RunName;
import io.tidemark.series.Churn;
import io.tidemark.series.Fleet;
import io.tidemark.sink.TargetConfig;
import java.io.Serializable;
import org.apache.flink.util.OutputTag;

/** What an amplifier needs of the configuration. */
record AmplifierSettings(
    Fleet fleet,
    Churn churn,
    TargetConfig target,
    RunName run,
    JobConfig.Limits sampleLimits,
    BatchLimits limits,
    long lingerMillis,
    int maxCachedSeries,
    JobConfig.LastReceived lastReceived,
    OutputTag<DeadLetter> deadLetters)
    implements Serializable {}
