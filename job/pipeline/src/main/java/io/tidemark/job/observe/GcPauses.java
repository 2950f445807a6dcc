package io.tidemark.job.observe;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.Predicate;

/**
 * The time in which garbage collection stopped this process. ZGC and Shenandoah have one bean for
 * their pauses and one for their cycles, which run beside the program; with the other collectors
 * each bean is of pauses, also "G1 Concurrent GC" of JDK 20 and later (JDK-8297247: those of remark
 * and cleanup).
 */
final class GcPauses {
  private static final String PAUSES = "Pauses";

  private GcPauses() {}

  /** Returns the seconds since the process began. */
  static double seconds() {
    List<GarbageCollectorMXBean> beans = ManagementFactory.getGarbageCollectorMXBeans();
    Predicate<GarbageCollectorMXBean> ofPauses = bean -> bean.getName().endsWith(PAUSES);
    boolean apart = beans.stream().anyMatch(ofPauses);
    return beans.stream()
            .filter(bean -> !apart || ofPauses.test(bean))
            .mapToLong(bean -> Math.max(0, bean.getCollectionTime()))
            .sum()
        / 1e3;
  }
}
