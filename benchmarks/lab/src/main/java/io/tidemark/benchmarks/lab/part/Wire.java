package io.tidemark.benchmarks.lab.part;

import io.tidemark.benchmarks.lab.setup.Parts;
import io.tidemark.process.OwnedProcess;
import io.tidemark.process.Poll;
import io.tidemark.process.RunException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A network namespace for the database at the end of a line with a real round trip. The line is the
 * program that {@code TIDEMARK_TEST_WIRE} names: {@code wire NAMESPACE NAMESPACE MILLIS [MBIT]}
 * connects two network namespaces, with the addresses 198.18.0.1 here and 198.18.0.2 there. A
 * change restarts the program. Connections survive that, because to TCP it only looks like lost
 * packets.
 */
final class Wire implements AutoCloseable {
  private static final String VARIABLE = "TIDEMARK_TEST_WIRE";
  static final String HERE = "198.18.0.1";
  static final String THERE = "198.18.0.2";
  private static final Path NAMESPACES = Path.of("/run/netns");
  private static final Duration UP_WITHIN = Duration.ofSeconds(10);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

  private final Path program;
  private final String here = LabName.next("here");
  private final String there = LabName.next("there");
  private OwnedProcess line;

  /**
   * @throws PartMissing if the program is missing, or this machine can't make a namespace
   */
  Wire(Parts.Wire spec) {
    program = Programs.find("wire", VARIABLE);
    try {
      // While the device is missing, packets for it must not leave the host by the default route.
      Programs.make("ip", "route", "replace", "unreachable", THERE, "metric", "1000");
      // "ip netns" needs its folder mounted for sharing with other namespaces; any call may do
      // that.
      Programs.make("ip", "netns", "add", there);
      // The shell's own id stands for this process's namespace, which both share.
      Programs.make("sh", "-c", "exec ip netns attach " + here + " $$");
      become(spec);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  void become(Parts.Wire spec) {
    if (line != null) {
      line.close();
      awaitLink(false);
    }
    var command = new ArrayList<>(List.of(program.toString(), here, there, decimal(spec.millis())));
    if (spec.mbit() > 0) {
      command.add(decimal(spec.mbit()));
    }
    line = OwnedProcess.start(OwnedProcess.newFolder("wire"), command);
    line.awaitReady("the wire", UP_WITHIN, Wire::isUp);
  }

  private static boolean isUp() {
    return Files.exists(Path.of("/sys/class/net/wa"))
        && Programs.run("ip", "addr", "show", "dev", "wa").contains(HERE);
  }

  private static void awaitLink(boolean there) {
    if (!Poll.until(
        UP_WITHIN, LOOK_AGAIN, () -> Files.exists(Path.of("/sys/class/net/wa")) == there)) {
      throw new RunException("the wire's device does not go away");
    }
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%s", value);
  }

  /**
   * Returns the beginning of a command line that starts a command at the other end. It sees the
   * rest of the system unchanged.
   */
  List<String> wrapper() {
    return List.of("nsenter", "--net=" + NAMESPACES.resolve(there));
  }

  @Override
  public void close() {
    if (line != null) {
      line.close();
      line = null;
    }
    remove(there);
    remove(here);
    removeRoute();
  }

  /** Removes the route if it exists. */
  static void removeRoute() {
    if (Programs.isHere("ip")
        && Programs.run("ip", "route", "show", "type", "unreachable").contains(THERE)) {
      Programs.run("ip", "route", "del", "unreachable", THERE, "metric", "1000");
    }
  }

  /** Removes the namespace if it exists. */
  static void remove(String namespace) {
    if (Files.exists(NAMESPACES.resolve(namespace))) {
      Programs.run("ip", "netns", "del", namespace);
    }
  }
}
