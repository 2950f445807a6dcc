package io.tidemark.mechanism.lab;

import static io.tidemark.mechanism.lab.Parameter.*;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Set-ups by chance. Each is of one family, in turn; a third takes the changes of a second one as
 * well. What is ordinary:
 *
 * <ul>
 *   <li>CPUs of the database 2 to 16, of the job 2, 4 or 8, as cloud providers sell them; two
 *       threads to a core in half of all, the second adding 0.15 to 0.4 (SPEC's and the kernel's
 *       usual figures);
 *   <li>insert slots twice the cores (VictoriaMetrics' default) in six of ten, else 1 to 32;
 *   <li>1.5 µs of CPU a row, two thirds within a factor of 1.6 (a core takes 300,000 to a million
 *       samples a second); its coefficient of variation over requests 0.5 to 2, as web services
 *       have it (Harchol-Balter, "Performance Modeling and Design of Computer Systems", ch. 20);
 *   <li>round trips of 0.1 ms on a rack, 0.3 to 0.6 in a zone, 0.8 to 2 across zones;
 *   <li>12 bytes a sample on the wire, two thirds within a factor of 2;
 *   <li>disks of 125 MB/s at 1 ms (cloud), 1 GB/s at 0.1 ms (local flash), 40 MB/s at 8 ms (disks
 *       that turn);
 *   <li>0.1 to 0.7 cores of each TaskManager for no request: 0.3 to 0.45 were measured, and up to
 *       0.8 in the first minute, most of it for compilers;
 *   <li>in flight 2 to 32, mostly Tidemark's default of 16; 1 to 20 copies.
 * </ul>
 */
public final class RandomSetups {
  /** Whoever mends a rule may look at these. */
  public static final long TRAINING = 20_261_126;

  /** Judged on a frozen commit, and never looked into. */
  public static final long HELD_OUT = 9_105_213;

  /** Of which families the model may be tuned on. */
  private static final long SPLIT = 38;

  private RandomSetups() {}

  /** The first so many of a seed. */
  public static List<Setup> of(int setups, long seed) {
    return IntStream.range(0, setups).mapToObj(index -> one(index, seed)).toList();
  }

  /** Families by name, for who counts over them. */
  public static int families() {
    return Family.values().length;
  }

  /**
   * Half of the families, by name: what the model assumes is tuned without a look at them. A set-up
   * of another family may still have something of these mixed in.
   */
  public static List<String> familiesNotTunedOn() {
    var names = new ArrayList<String>();
    for (Family family : Family.values()) {
      names.add(family.name());
    }
    Collections.shuffle(names, new Random(SPLIT));
    return List.copyOf(names.subList(0, names.size() / 2));
  }

  static Setup one(int index, long seed) {
    var draw = new Draw(seed * 1_000_003 + index);
    Family[] families = Family.values();
    Family family = families[index % families.length];
    Setup setup = ordinary(draw);
    if (draw.chance(1 / 3.0)) {
      setup = families[(int) draw.between(0, families.length)].of(setup, draw);
    }
    return family.of(setup, draw).with(JOB_BACKGROUND_SHARE, draw.between(0.1, 0.7));
  }

  private static Setup ordinary(Draw draw) {
    double cpus = draw.oneOf(2, 4, 4, 8, 8, 8, 16, 16);
    double jobCpus = draw.oneOf(2, 4, 4, 8);
    boolean threads = draw.chance(0.5);
    int disk = (int) draw.oneOf(0, 0, 0, 0, 0, 1, 1, 1, 1, 2);
    Setup setup =
        Setup.of("")
            .with(DATABASE_CPUS, cpus)
            .with(SLOTS, draw.chance(0.6) ? 2 * cpus : draw.oneOf(1, 2, 4, 8, 16, 32))
            .with(SLOT_PER_READ, draw.chance(0.25) ? 1 : 0)
            .with(JOB_CPUS, jobCpus)
            .with(PARALLELISM, Math.max(1, jobCpus * draw.oneOf(0.5, 0.5, 1)))
            .with(THREADS_PER_CORE, threads ? 2 : 1)
            .with(SECOND_THREAD, draw.between(0.15, 0.4))
            .with(COPIES, draw.oneOf(1, 4, 12, 20))
            .with(Parameter.IN_FLIGHT, draw.oneOf(2, 4, 8, 8, 16, 16, 16, 32))
            .with(ROW_SECONDS, draw.around(1.5e-6, 1.6))
            .with(REQUEST_SECONDS, draw.around(0.0003, 2))
            .with(SERVICE_CV, draw.between(0.5, 2))
            .with(BESIDE_SHARE, draw.between(0, 0.4))
            .with(SAMPLE_BYTES, draw.around(12, 2))
            .with(SIZE_CV, draw.between(0.02, 0.4))
            .with(ROUND_TRIP_SECONDS, roundTrip(draw))
            .with(DISK_RATE, new double[] {125e6, 1e9, 40e6}[disk])
            .with(DISK_LATENCY_SECONDS, new double[] {0.001, 0.0001, 0.008}[disk])
            .with(DISK_BYTES, draw.between(0.8, 3))
            .with(MERGE_SECONDS, draw.around(0.08e-6, 1.8))
            .with(FLUSH_SAMPLES, draw.ratio(2e5, 1e6))
            .with(SAMPLE_SECONDS, draw.around(0.12e-6, 1.4))
            .with(SOURCE_SAMPLE_SECONDS, draw.around(0.8e-6, 1.4))
            .with(NULL_SERVER, draw.chance(0.9) ? 1 : 0)
            .with(PAGES, draw.chance(0.97) ? 1 : 0)
            .with(PRESSURE_SEEN, draw.chance(0.6) ? 1 : 0)
            .with(METRICS_SECONDS, draw.chance(0.7) ? 0.5 : 10);
    return draw.chance(0.1) ? setup.with(FOREIGN_RATE, draw.ratio(1, 20)) : setup;
  }

  private static double roundTrip(Draw draw) {
    double where = draw.between(0, 1);
    if (where < 0.25) {
      return 0.0001;
    }
    return where < 0.75 ? draw.between(0.0003, 0.0006) : draw.between(0.0008, 0.002);
  }
}
