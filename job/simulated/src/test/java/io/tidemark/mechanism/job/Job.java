package io.tidemark.mechanism.job;

import io.tidemark.mechanism.host.Cores;
import io.tidemark.mechanism.time.Clock;
import io.tidemark.mechanism.time.Draws;
import java.util.ArrayList;
import java.util.List;

/** Sources, amplifiers and writers, in one process or several. Runs from its making to its end. */
public final class Job implements AutoCloseable {
  private final List<TaskManager> managers = new ArrayList<>();
  private final List<Source> sources = new ArrayList<>();
  private final List<Amplifier> amplifiers = new ArrayList<>();
  private final List<Writer> writers = new ArrayList<>();

  /**
   * @param hosts one for each of its processes
   */
  public Job(
      Clock clock,
      Plan plan,
      Costs costs,
      List<Cores> hosts,
      TaskManager.Settings settings,
      List<Target> targets,
      Draws draws) {
    int writing = Math.min(plan.parallelism(), plan.inFlight());
    for (int i = 0; i < hosts.size(); i++) {
      managers.add(
          new TaskManager(
              clock,
              hosts.get(i),
              settings,
              targets,
              permits(plan.inFlight(), i, writing, hosts.size()),
              draws.of("background " + i)));
    }
    for (int i = 0; i < writing; i++) {
      writers.add(new Writer(clock, plan, costs, managers.get(i % hosts.size()), i));
    }
    for (int i = 0; i < plan.parallelism(); i++) {
      Writer to = writers.get(i % writing);
      amplifiers.add(new Amplifier(clock, costs, managers.get(i % hosts.size()), to));
    }
    for (int i = 0; i < plan.parallelism(); i++) {
      Cores.Group process = managers.get(i % hosts.size()).process();
      sources.add(new Source(clock, process, plan, costs, draws, amplifiers, i));
    }
    sources.forEach(Task::wake);
  }

  /** Each writer has its part, the first ones one more; a process has those of its writers. */
  private static int permits(int inFlight, int process, int writers, int processes) {
    int permits = 0;
    for (int i = process; i < writers; i += processes) {
      permits += inFlight / writers + (i < inFlight % writers ? 1 : 0);
    }
    return permits;
  }

  public void bound(int inFlight) {
    for (int i = 0; i < managers.size(); i++) {
      managers.get(i).permits().bound(permits(inFlight, i, writers.size(), managers.size()));
    }
  }

  /** Acknowledged so far. */
  public double samples() {
    return writers.stream().mapToDouble(writer -> writer.counts().samples).sum();
  }

  public List<TaskManager> managers() {
    return managers;
  }

  public List<? extends Task> sources() {
    return sources;
  }

  public List<Amplifier> amplifiers() {
    return amplifiers;
  }

  public List<Writer> writers() {
    return writers;
  }

  @Override
  public void close() {
    sources.forEach(Source::close);
    writers.forEach(Writer::close);
    managers.forEach(TaskManager::close);
  }
}
