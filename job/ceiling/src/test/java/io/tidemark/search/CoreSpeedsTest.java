package io.tidemark.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.ceiling.result.CeilingResult;
import io.tidemark.job.config.JobConfig;
import io.tidemark.measure.DatabaseLog;
import io.tidemark.measure.ObservationLog;
import io.tidemark.measure.SystemUnderTest;
import io.tidemark.process.CoreSpeed;
import io.tidemark.process.HostCpu;
import io.tidemark.proof.SecondOpinion;
import io.tidemark.search.CeilingPlan.By;
import io.tidemark.simulated.Behaviour;
import io.tidemark.simulated.SimulatedSetup;
import io.tidemark.sink.Capabilities;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A host at 80 % of its speed. */
class CoreSpeedsTest {
  private final SimulatedSearch search =
      new SimulatedSearch(
          SimulatedSetup.of(Behaviour.ofSlots(4, Duration.ofMillis(50))),
          By.IN_FLIGHT,
          Duration.ofMinutes(3));
  private final Slow slow = new Slow(search.system, new ArrayList<>());
  private final SearchContext context =
      new SearchContext(
          slow,
          search.context.config(),
          search.context.maxInFlight(),
          null,
          search.context.time(),
          search.context.clock(),
          search.context.journal());

  @Test
  void areReadWhileThereIsNoJobAndTheCeilingAtFullSpeedIsGivenBesideTheMeasured() {
    CeilingResult result = new CeilingSearch(search.plan, context, SecondOpinion.NONE).run();

    assertThat(slow.jobsAtReading).containsExactly(0, 0, 0);
    double measured = result.ceilingSamplesPerSecond();
    assertThat(result.hostCores().ceilingSamplesPerSecond()).isCloseTo(measured / 0.8, within(1.0));
    assertThat(result.warnings())
        .anyMatch(line -> line.startsWith("the host's cores ran at 80 % of their"));
  }

  /**
   * Counts jobs.
   *
   * @param jobsAtReading how many there were at each reading
   */
  private record Slow(SystemUnderTest system, List<Integer> jobsAtReading, List<Job> jobs)
      implements SystemUnderTest {
    Slow(SystemUnderTest system, List<Integer> jobsAtReading) {
      this(system, jobsAtReading, new ArrayList<>());
    }

    @Override
    public Optional<CoreSpeed> coreSpeed() {
      jobsAtReading.add(jobs.size());
      return Optional.of(new CoreSpeed(400, 500, new HostCpu(2, 0, 0)));
    }

    @Override
    public Job start(JobConfig config) {
      return counted(system.start(config));
    }

    @Override
    public Optional<Job> startAlone(JobConfig config) {
      return system.startAlone(config).map(this::counted);
    }

    private Job counted(Job job) {
      Job counted =
          new Job() {
            @Override
            public boolean bound(int inFlight) {
              return job.bound(inFlight);
            }

            @Override
            public ObservationLog observe(Duration time) {
              return job.observe(time);
            }

            @Override
            public void close() {
              jobs.remove(this);
              job.close();
            }
          };
      jobs.add(counted);
      return counted;
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
    public boolean hasTaskSlots(int parallelism) {
      return system.hasTaskSlots(parallelism);
    }

    @Override
    public Optional<ChangeableDatabase> changeable() {
      return system.changeable();
    }

    @Override
    public String flinkVersion() {
      return system.flinkVersion();
    }
  }
}
