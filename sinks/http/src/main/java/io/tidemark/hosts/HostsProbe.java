package io.tidemark.hosts;

import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.http.Address;
import io.tidemark.sink.http.PageReader;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the node_exporters of a database's hosts, without the database's credentials. */
public final class HostsProbe implements AutoCloseable {
  private final List<Address> pages;
  private final PageReader reader;

  /**
   * @throws IllegalArgumentException if the target's settings can't be used
   */
  public HostsProbe(TargetConfig target) {
    pages =
        target.hostMetricsUrls().stream()
            .map(url -> Address.ending("target.host-metrics-urls", url, "/metrics"))
            .distinct()
            .toList();
    reader = new PageReader(target.withoutCredentials());
  }

  /**
   * Returns each host's metrics by the address of its page.
   *
   * @throws IOException if a page can't be read or is not a node_exporter's; the message names it
   */
  public Map<String, Map<String, Double>> read() throws IOException {
    List<byte[]> bodies = reader.read(pages);
    var read = new LinkedHashMap<String, Map<String, Double>>();
    for (Address page : pages) {
      Map<String, Double> host = NodeExporterPage.parse(bodies.get(read.size()));
      if (!host.containsKey(NodeExporterPage.CORES)) {
        throw new IOException(
            "no metrics of a node_exporter at %s; check target.host-metrics-urls"
                .formatted(page.name()));
      }
      read.put("%s:%d".formatted(page.hostName(), page.port()), host);
    }
    return read;
  }

  @Override
  public void close() {
    reader.close();
  }
}
