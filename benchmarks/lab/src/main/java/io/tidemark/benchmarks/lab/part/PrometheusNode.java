package io.tidemark.benchmarks.lab.part;

import io.tidemark.benchmarks.lab.setup.Parts;
import io.tidemark.process.LinuxProcess;
import io.tidemark.testing.ScrapedPage;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A Prometheus that scrapes nothing. It acknowledges samples that are in its log, and counts
 * samples.
 */
final class PrometheusNode implements Database {
  private final Place place;
  private final Server server = new Server("prometheus", "TERM");
  private Parts.Database spec;
  private List<String> wrapper;

  PrometheusNode(Parts.Database spec, Place place) {
    this.place = place;
    this.spec = spec;
    wrapper = place.wrapper();
    try {
      Files.writeString(configuration(), "scrape_configs: []\n");
      start();
    } catch (IOException e) {
      close();
      throw new IllegalStateException("Prometheus' folder can't be written", e);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private Path configuration() {
    return server.folder().resolve("prometheus.yml");
  }

  private boolean start() {
    var command = new ArrayList<String>();
    command.add(Programs.find("prometheus", "TIDEMARK_TEST_PROMETHEUS").toString());
    command.add("--config.file=" + configuration());
    command.add("--storage.tsdb.path=" + place.data(server.folder()));
    command.add("--storage.tsdb.retention.time=100y");
    command.add("--web.listen-address=" + url().getAuthority());
    command.add("--web.enable-remote-write-receiver");
    command.addAll(spec.arguments());
    return server.run(wrapper, command, () -> Server.answersOk(url().resolve("/-/ready")));
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
    return List.of("target.type=remote-write");
  }

  @Override
  public OptionalDouble stored() {
    return ScrapedPage.get(url().resolve("/metrics"))
        .map(page -> page.sum("prometheus_tsdb_head_samples_appended_total"))
        .orElse(OptionalDouble.empty());
  }

  @Override
  public LinuxProcess process() {
    return server.process();
  }

  @Override
  public boolean become(Parts.Database next) {
    place.become(next, process());
    // Prometheus counts its processors only when it starts.
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
