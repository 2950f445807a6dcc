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
 * A namespace for the database at the end of a line with a real round trip. The line is the program
 * that {@code TIDEMARK_TEST_WIRE} names: {@code wire NAMESPACE NAMESPACE MILLIS [MBIT]} joins two
 * network namespaces, 198.18.0.1 here and 198.18.0.2 there. When it is changed it is started anew,
 * and connections live on: for TCP that is packets which are lost.
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
   * @throws PartMissing if there is no such program, or no namespace can be made
   */
  Wire(Parts.Wire spec) {
    program = Programs.find("wire", VARIABLE);
    try {
      // While the device is away, nothing for it may leave this host by its way out.
      Programs.make("ip", "route", "replace", "unreachable", THERE, "metric", "1000");
      // "ip netns" mounts its folder to share namespaces with others; who made it first does not
      // matter.
      Programs.make("ip", "netns", "add", there);
      // By the shell's own id: the namespace is this process's, too.
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

  /** What starts a command at its other end; the rest of the system it sees as it is. */
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

  /** What is not there is no trouble. */
  static void removeRoute() {
    if (Programs.isHere("ip")
        && Programs.run("ip", "route", "show", "type", "unreachable").contains(THERE)) {
      Programs.run("ip", "route", "del", "unreachable", THERE, "metric", "1000");
    }
  }

  /** What is not there is no trouble. */
  static void remove(String namespace) {
    if (Files.exists(NAMESPACES.resolve(namespace))) {
      Programs.run("ip", "netns", "del", namespace);
    }
  }
}
