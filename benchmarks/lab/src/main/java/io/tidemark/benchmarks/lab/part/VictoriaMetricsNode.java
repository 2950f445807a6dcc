package io.tidemark.benchmarks.lab.part;

import io.tidemark.benchmarks.lab.setup.Parts;
import io.tidemark.process.LinuxProcess;
import io.tidemark.testing.ScrapedPage;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A VictoriaMetrics, the current one or Debian's. It acknowledges samples that are only in memory,
 * and counts rows.
 */
final class VictoriaMetricsNode implements Database {
  private final Place place;
  private final Server server = new Server("victoria-metrics", "INT");
  private Parts.Database spec;
  private List<String> wrapper;

  VictoriaMetricsNode(Parts.Database spec, Place place) {
    this.place = place;
    this.spec = spec;
    wrapper = place.wrapper();
    try {
      start();
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private boolean start() {
    var command = new ArrayList<String>();
    command.add(Programs.victoriaMetrics(spec.version()).toString());
    command.add("-storageDataPath=" + place.data(server.folder()));
    command.add("-retentionPeriod=100y");
    command.add("-httpListenAddr=" + url().getAuthority());
    command.add("-search.disableCache");
    if (spec.slots() > 0) {
      command.add("-maxConcurrentInserts=" + spec.slots());
    }
    if (spec.cachesMb() > 0) {
      command.add("-memory.allowedBytes=%dMB".formatted(spec.cachesMb()));
    }
    command.addAll(spec.arguments());
    return server.run(wrapper, command, () -> Server.answersOk(url().resolve("/health")));
  }

  @Override
  public URI url() {
    return place.http();
  }

  @Override
  public List<URI> pages() {
    return List.of(url());
  }

  @Override
  public List<String> settings() {
    return List.of();
  }

  @Override
  public OptionalDouble stored() {
    return ScrapedPage.get(url().resolve("/metrics"))
        .map(page -> page.sum("vm_rows_inserted_total"))
        .orElse(OptionalDouble.empty());
  }

  @Override
  public LinuxProcess process() {
    return server.process();
  }

  @Override
  public boolean become(Parts.Database next) {
    place.become(next, process());
    // VictoriaMetrics counts its processors only when it starts.
    wrapper = place.wrapper();
    boolean memory = next.memory() != spec.memory();
    spec = next;
    if (memory) {
      // VictoriaMetrics reads its group's memory limit only when it starts.
      server.stop();
    }
    return start();
  }

  @Override
  public void close() {
    server.close();
    place.close();
  }
}
