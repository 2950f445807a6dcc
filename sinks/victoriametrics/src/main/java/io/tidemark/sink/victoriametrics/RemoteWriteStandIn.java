package io.tidemark.sink.victoriametrics;

import io.tidemark.sink.StandIn;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.remotewrite.RemoteWriteFormat;
import java.util.OptionalDouble;

/**
 * Answers in the place of a single node, or of a vminsert if the node has links to a storage
 * process. Pure.
 */
final class RemoteWriteStandIn implements StandIn {
  @Override
  public int samples(byte[] body, String encoding) {
    return RemoteWriteFormat.decode(body, encoding).size();
  }

  @Override
  public String metricsPage(TsdbNode node) {
    var page = new StringBuilder(2_000);
    line(page, MetricsPage.START_SECONDS, node.startSeconds());
    line(page, MetricsPage.CPU_SECONDS, node.cpu().seconds());
    MetricsPage.CORES.forEach(name -> line(page, name, node.cpu().cores()));
    line(page, MetricsPage.CPU_WAITING, node.pressure().cpuWaitingSeconds());
    line(page, MetricsPage.IO_WAITING, node.pressure().ioWaitingSeconds());
    line(page, MetricsPage.IO_STALLED, node.pressure().ioStalledSeconds());
    line(page, MetricsPage.MEMORY_WAITING, node.pressure().memoryWaitingSeconds());
    line(page, MetricsPage.MEMORY_STALLED, node.pressure().memoryStalledSeconds());
    line(page, MetricsPage.RESIDENT_BYTES, node.residentBytes());
    line(page, MetricsPage.INSERT + MetricsPage.IN_USE, node.slots().inUse());
    line(page, MetricsPage.INSERT + MetricsPage.CAPACITY, node.slots().capacity());
    line(page, MetricsPage.INSERT + MetricsPage.LIMIT_REACHED, node.slots().limitReached());
    line(page, MetricsPage.INSERT + MetricsPage.LIMIT_TIMEOUTS, node.slots().limitTimeouts());
    line(page, MetricsPage.ROWS_INSERTED, node.rows().inserted());
    line(page, MetricsPage.SLOW_INSERTS, node.rows().slowInserts());
    line(page, MetricsPage.ROWS_STORED, node.rows().stored());
    line(page, MetricsPage.NEW_SERIES, node.rows().newSeries());
    line(page, MetricsPage.READ_ONLY, node.storage().readOnly());
    line(page, MetricsPage.DATA_BYTES, node.storage().diskBytes());
    line(page, MetricsPage.WRITE_SECONDS, node.storage().writeSeconds());
    line(page, MetricsPage.FSYNC_SECONDS, node.storage().fsyncSeconds());
    line(page, MetricsPage.MERGES, node.storage().writers());
    node.rows()
        .ignored()
        .forEach((reason, rows) -> line(page, MetricsPage.ROWS_IGNORED, "reason", reason, rows));
    node.links()
        .forEach(
            (address, link) -> {
              link.sendSeconds()
                  .ifPresent(v -> line(page, StorageLinks.SEND_SECONDS, "addr", address, v));
              link.readOnly()
                  .ifPresent(v -> line(page, StorageLinks.READ_ONLY, "addr", address, v));
              link.reachable()
                  .ifPresent(v -> line(page, StorageLinks.REACHABLE, "addr", address, v));
            });
    node.flags()
        .forEach(
            (name, value) ->
                page.append(MetricsPage.FLAG)
                    .append(
                        "{name=\"%s\", value=\"%s\", is_set=\"true\"} 1\n".formatted(name, value)));
    return page.toString();
  }

  private static void line(StringBuilder page, String name, OptionalDouble value) {
    value.ifPresent(v -> page.append(name).append(' ').append(v).append('\n'));
  }

  private static void line(
      StringBuilder page, String name, String label, String labelValue, double value) {
    page.append("%s{%s=\"%s\"} %s\n".formatted(name, label, labelValue, value));
  }
}
