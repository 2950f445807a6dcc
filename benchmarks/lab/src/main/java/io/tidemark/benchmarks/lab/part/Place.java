package io.tidemark.benchmarks.lab.part;

import io.tidemark.benchmarks.lab.setup.Parts;
import io.tidemark.process.LinuxProcess;
import io.tidemark.process.Loopback;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The place where a database runs: its control group, processors, line and disk. */
final class Place implements AutoCloseable {
  private final Optional<Wire> wire;
  private final Optional<ControlGroup> shared;
  private final Optional<ControlGroup> own;
  private final Optional<SlowDisk> disk;
  private final int port = Loopback.freePort();
  private Parts.Database spec;

  /**
   * @param shared control group of job and database, if they share one
   */
  Place(Parts.Database spec, Optional<Wire> wire, Optional<ControlGroup> shared) {
    this.spec = spec;
    this.wire = wire;
    this.shared = shared;
    boolean limited = spec.cores() > 0 || spec.memory() > 0 || spec.disk() > 0;
    if (limited && shared.isPresent()) {
      throw new IllegalArgumentException("a database that shares a group has no limits of its own");
    }
    own = limited ? Optional.of(ControlGroup.make()) : Optional.empty();
    try {
      disk = spec.disk() > 0 ? Optional.of(new SlowDisk(own)) : Optional.empty();
      limit(spec);
    } catch (RuntimeException e) {
      own.ifPresent(ControlGroup::close);
      throw e;
    }
  }

  private void limit(Parts.Database now) {
    own.ifPresent(
        group -> {
          group.quota(now.cores());
          group.memory(now.memory());
        });
    disk.ifPresent(each -> each.rate(now.disk()));
  }

  /** Changes those parts of the place that can change while the server runs. */
  void become(Parts.Database next, LinuxProcess process) {
    limit(next);
    if (!next.cpus().equals(spec.cpus())) {
      process.pinTo(
          next.cpus().isEmpty()
              ? "0-" + (Runtime.getRuntime().availableProcessors() - 1)
              : next.cpus());
    }
    spec = next;
  }

  String host() {
    return wire.isPresent() ? Wire.THERE : "127.0.0.1";
  }

  /** Returns the address of the database's port. */
  URI http() {
    return URI.create("http://%s:%d".formatted(host(), port));
  }

  int port() {
    return port;
  }

  /**
   * Returns the beginning of a command line that starts a command there, with its first processors.
   */
  List<String> wrapper() {
    var line = new ArrayList<String>();
    shared.ifPresent(group -> line.addAll(group.wrapper()));
    own.ifPresent(group -> line.addAll(group.wrapper()));
    wire.ifPresent(there -> line.addAll(there.wrapper()));
    if (!spec.cpus().isEmpty()) {
      line.addAll(List.of("taskset", "-c", spec.cpus()));
    }
    return line;
  }

  /** Returns the folder for data, which is on the slow disk if there is one. */
  Path data(Path otherwise) {
    return disk.map(SlowDisk::files).orElse(otherwise).resolve("data");
  }

  @Override
  public void close() {
    disk.ifPresent(SlowDisk::close);
    own.ifPresent(ControlGroup::close);
  }
}
