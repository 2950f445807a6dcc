package io.tidemark.sink.rrdcached;

import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.RealDatabase;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.TsdbContract;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

class RrdcachedContractIT extends TsdbContract {
  private static final Labels REFUSED = Labels.of(Map.of("__name__", "refused", "not", "an RRD"));

  @Override
  protected Tsdb tsdb() {
    return new Rrdcached();
  }

  @Override
  protected RealDatabase start() {
    return Installation.start();
  }

  /** Something else lies where the file of a series belongs. */
  @Override
  protected RealDatabase startRefusing() throws Exception {
    var installation = Installation.start();
    Path files = installation.server().base();
    Path file = files.resolve("tidemark/refused/not=an%20RRD.rrd");
    Files.createDirectories(file.getParent());
    Files.writeString(file, "not an RRD, but long enough to be looked at".repeat(100));
    Program.user().giveAway(files);
    return installation;
  }

  @Override
  protected Sample refused() {
    return new Sample(REFUSED, 1_700_000_040_000L, 1);
  }

  /** Its queue has no bound, and neither have its connections. */
  @Override
  protected boolean turnsWritesAway() {
    return false;
  }

  @Override
  protected boolean isSame(double written, double read) {
    return StoredValues.isSame(written, read);
  }

  /** As many bytes as a path may have: each of the value's is written as three. */
  @Override
  protected Labels largestLabels() {
    var labels = new TreeMap<String, String>();
    labels.put("__name__", "contract_limits");
    labels.put("n".repeat(256), "v");
    int taken = new SeriesPath("tidemark").of(Labels.of(labels)).length();
    // ",value=", a cut each 200 bytes, and what is left of them.
    int left = SeriesPath.MAX_BYTES - taken - ",value=".length();
    labels.put("value", "é".repeat((left - 2 * (left / 200) - 4) / 6));
    return Labels.of(labels);
  }
}
