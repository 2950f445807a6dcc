package io.tidemark.sink.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.process.LinuxProcess;
import io.tidemark.process.OwnedProcess;
import io.tidemark.process.Patience;
import io.tidemark.process.RunException;
import io.tidemark.series.Amplification;
import io.tidemark.series.Copies;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.Sample;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.ClientOptions;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.PlainWrites;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.TargetConfig;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OwnedPrometheusIT {
  private static final long HOUR = System.currentTimeMillis() / 3_600_000 * 3_600_000;

  @Test
  void keepsAddressAndDataOverARestart() throws Exception {
    try (var database = Patience.started("Prometheus", () -> OwnedPrometheus.start())) {
      URI url = database.url();
      write(database, 0, 1_000);
      LinuxProcess first = database.process();
      database.restart(Settings.DEFAULT);

      assertThat(first.isAlive()).isFalse();
      assertThat(database.url()).isEqualTo(url);
      assertThat(url.getHost()).isEqualTo("127.0.0.1");
      assertThat(stored(database)).isEqualTo(samples(0, 1_000));
    }
  }

  /** Of 101 series thirty samples each, twenty copies of each in time and ten instances. */
  @Test
  void holds606000SamplesBitByBit() throws Exception {
    var amplification =
        new Amplification(20, 10, 60_000, "instance", ValueMode.JITTER, Layout.SERIES);
    var copies = new Copies(amplification, Map.of());
    var expected = new HashSet<Sample>();
    try (var database = Patience.started("Prometheus", () -> OwnedPrometheus.start())) {
      var target = TargetConfig.of("remote-write", database.url());
      var receiver = new RemoteWriteReceiver();
      var format = receiver.format(target, amplification);
      var builder = format.newPayloadBuilder();
      try (var client =
          receiver.client(target, new ClientOptions(1, Patience.ofSeconds(20), "exact"))) {
        for (int step = 0; step < 30; step++) {
          builder.clear();
          var sources = new ArrayList<Sample>();
          for (int i = 0; i < 101; i++) {
            var labels = Labels.of(Map.of("__name__", "exact", "instance", "host_" + i));
            sources.add(new Sample(labels, HOUR - 3_600_000 + step * 60_000L, i + step / 7.0));
            builder.append(
                format.template(labels), sources.get(i).timestampMillis(), sources.get(i).value());
          }
          expected.addAll(
              copies.of(
                  sources, sources.stream().map(Sample::value).toList(), amplification.all()));
          var payload = builder.encode(amplification.all());
          assertThat(Patience.get(client.write(payload)).outcome()).isEqualTo(ResponseClass.OK);
        }
      }
      List<Sample> stored = new Installation(database, Settings.DEFAULT, Map.of()).stored("exact");

      assertThat(stored).hasSize(606_000);
      assertThat(new HashSet<>(stored).equals(expected)).isTrue();
    }
  }

  @Test
  void startsFromACopyThatStaysAsItWas() throws Exception {
    try (OwnedProcess kept = OwnedProcess.folder("test")) {
      Path saved = kept.folder().resolve("saved");
      try (var database = Patience.started("Prometheus", () -> OwnedPrometheus.start())) {
        write(database, 0, 10);
        assertThatThrownBy(() -> database.saveTo(saved)).isInstanceOf(IllegalStateException.class);
        database.stop();
        database.saveTo(saved);
      }
      for (int run = 0; run < 2; run++) {
        try (var database = OwnedPrometheus.startFrom(saved, Settings.DEFAULT)) {
          assertThat(stored(database)).isEqualTo(samples(0, 10));
          write(database, 10, 20);
          database.stop();
        }
      }
    }
  }

  @Test
  void saysAtOnceWhyItDoesNotStart() {
    assertThatThrownBy(() -> OwnedPrometheus.start(Settings.arguments("--no-such-flag")))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("no-such-flag");
  }

  @Test
  void leavesNeitherProcessNorFolder() {
    Path folder;
    LinuxProcess process;
    try (var database = Patience.started("Prometheus", () -> OwnedPrometheus.start())) {
      folder = database.folder();
      process = database.process();
      assertThat(process.isAlive()).isTrue();
    }
    assertThat(process.isAlive()).isFalse();
    assertThat(folder).doesNotExist();
  }

  private static void write(OwnedPrometheus database, int from, int to) throws Exception {
    var target = TargetConfig.of("remote-write", database.url());
    assertThat(
            new PlainWrites(new RemoteWriteReceiver()).write(target, samples(from, to)).outcome())
        .isEqualTo(ResponseClass.OK);
  }

  private static List<Sample> samples(int from, int to) {
    Labels labels = Labels.of(Map.of("__name__", "owned"));
    var samples = new ArrayList<Sample>();
    for (int i = from; i < to; i++) {
      samples.add(new Sample(labels, HOUR - 3_600_000 + i * 1_000L, i));
    }
    return samples;
  }

  private static List<Sample> stored(OwnedPrometheus database) throws Exception {
    return new Installation(database, Settings.DEFAULT, Map.of()).stored("owned");
  }
}
