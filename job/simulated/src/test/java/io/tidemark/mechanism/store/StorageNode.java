package io.tidemark.mechanism.store;

import io.tidemark.mechanism.host.Cores;
import io.tidemark.mechanism.host.Disk;
import io.tidemark.mechanism.time.Clock;

/** A process that stores rows: the engine, and what it computes on and writes to. */
public final class StorageNode {
  private final String name;
  private final Engine engine;
  private final Cores.Group process;
  private final Disk disk;
  private final Readers readers;
  private final Stalls stalls;

  public StorageNode(
      Clock clock, String name, Engine engine, Cores.Group process, Disk disk, Readers readers) {
    this.name = name;
    this.engine = engine;
    this.process = process;
    this.disk = disk;
    this.readers = readers;
    this.stalls = new Stalls(clock, engine, process);
  }

  public String name() {
    return name;
  }

  public Engine engine() {
    return engine;
  }

  public Cores.Group process() {
    return process;
  }

  public Disk disk() {
    return disk;
  }

  public Readers readers() {
    return readers;
  }

  public double ioStalledSeconds() {
    return stalls.seconds();
  }
}
