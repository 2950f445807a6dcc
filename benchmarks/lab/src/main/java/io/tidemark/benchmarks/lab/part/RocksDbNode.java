package io.tidemark.benchmarks.lab.part;

import io.tidemark.benchmarks.lab.setup.Parts;
import io.tidemark.process.LinuxProcess;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** A RocksDB in Tidemark's own server: a database in a JVM with a heap of its own. */
final class RocksDbNode implements Database {
  private static final String SERVER = "io.tidemark.sink.rocksdb.Server";
  private static final int HEAP_MB = 512;

  private final Place place;
  private final Server server = new Server("rocksdb", "TERM");
  private List<String> wrapper;
  private Parts.Database spec;

  RocksDbNode(Parts.Database spec, Place place) {
    this.place = place;
    this.spec = spec;
    wrapper = place.wrapper();
    try {
      Files.createDirectories(place.data(server.folder()));
      start();
    } catch (IOException e) {
      close();
      throw new IllegalStateException(e);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private boolean start() {
    int heap = spec.heapMb() > 0 ? spec.heapMb() : HEAP_MB;
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx%dm".formatted(heap), "-XX:+UseParallelGC"));
    command.addAll(
        List.of(
            "-cp", library() + File.pathSeparator + System.getProperty("java.class.path"), SERVER));
    command.add("-folder=" + place.data(server.folder()));
    command.add("-port=" + url().getPort());
    if (spec.slots() > 0) {
      command.add("-insert-slots=" + spec.slots());
    }
    command.addAll(spec.arguments());
    return server.run(wrapper, command, () -> Server.listens(url()));
  }

  private static Path library() {
    return Programs.find("rocksdbjni.jar", "TIDEMARK_ROCKSDB");
  }

  @Override
  public URI url() {
    return place.http();
  }

  @Override
  public List<String> settings() {
    return List.of("target.type=rocksdb");
  }

  @Override
  public OptionalDouble stored() {
    return OptionalDouble.empty();
  }

  @Override
  public LinuxProcess process() {
    return server.process();
  }

  @Override
  public boolean become(Parts.Database next) {
    place.become(next, process());
    // The JVM counts its processors only when it starts.
    wrapper = place.wrapper();
    spec = next;
    return start();
  }

  @Override
  public void close() {
    server.close();
    place.close();
  }
}
