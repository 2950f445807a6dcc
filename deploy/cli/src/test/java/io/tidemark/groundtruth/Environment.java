package io.tidemark.groundtruth;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a scenario runs in. Closing it ends all that was started for it, the last first.
 *
 * @param settings each {@code path.to.key=value} of the configuration
 * @param jvmOptions of the JVM that the job runs in
 * @param cpus the processors that JVM may use; "" for any
 */
record Environment(
    List<String> settings, List<String> jvmOptions, String cpus, List<AutoCloseable> parts)
    implements AutoCloseable {
  /** Enough for a job of the default shape, and so that databases beside it have room. */
  private static final List<String> DEFAULT_HEAP = List.of("-Xmx1g");

  /**
   * Makes samples cheap for the job, so that on two cores the database is what can be full: without
   * it a job at one core and a database at one slot fill the machine together.
   */
  private static final List<String> CHEAP_SAMPLES = List.of("amplify.m=12");

  /** How one comes to be. */
  interface Setup {
    Environment start() throws Exception;
  }

  static Environment of(AutoCloseable... parts) {
    return new Environment(CHEAP_SAMPLES, DEFAULT_HEAP, "", List.of(parts));
  }

  Environment with(String... settings) {
    List<String> all = Stream.concat(this.settings.stream(), Stream.of(settings)).toList();
    return new Environment(all, jvmOptions, cpus, parts);
  }

  Environment withJvm(String... options) {
    return new Environment(settings, List.of(options), cpus, parts);
  }

  Environment jobOn(String cpus) {
    return new Environment(settings, jvmOptions, cpus, parts);
  }

  /**
   * @throws IllegalStateException if a part did not end as it should; the others did
   */
  @Override
  public void close() {
    var problems = new ArrayList<Exception>();
    for (int i = parts.size() - 1; i >= 0; i--) {
      try {
        parts.get(i).close();
      } catch (Exception e) {
        problems.add(e);
      }
    }
    if (!problems.isEmpty()) {
      throw new IllegalStateException("not all ended", problems.get(0));
    }
  }
}
