package io.tidemark.search;

import io.tidemark.job.config.JobConfig;
import io.tidemark.measure.DatabaseLog;
import io.tidemark.measure.SystemUnderTest;
import io.tidemark.readers.ReadLoad;
import io.tidemark.simulated.SimulatedSystem;
import io.tidemark.sink.Capabilities;
import java.util.Optional;

/** A simulated system whose database is read beside the job. */
record ReadSystem(SimulatedSystem system, ReadLoad beside) implements SystemUnderTest {
  @Override
  public Optional<ReadLoad> readers() {
    return Optional.of(beside);
  }

  @Override
  public Capabilities capabilities() {
    return system.capabilities();
  }

  @Override
  public DatabaseLog database() {
    return system.database();
  }

  @Override
  public Job start(JobConfig config) {
    return system.start(config);
  }

  @Override
  public Optional<Job> startAlone(JobConfig config) {
    return system.startAlone(config);
  }

  @Override
  public boolean hasTaskSlots(int parallelism) {
    return system.hasTaskSlots(parallelism);
  }

  @Override
  public Optional<ChangeableDatabase> changeable() {
    return Optional.empty();
  }

  @Override
  public String flinkVersion() {
    return system.flinkVersion();
  }
}
