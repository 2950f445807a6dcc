package io.tidemark.sink.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.Patience;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.PlainWrites;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.WriteResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the contract does not ask: tables, their options, and what a copy holds. */
class OwnedRocksDbIT {
  @TempDir Path folder;

  private static WriteResult write(TargetConfig target, List<Sample> samples) throws Exception {
    return new PlainWrites(new RocksDb()).write(target, samples);
  }

  private static List<Sample> samples(int count) {
    var samples = new ArrayList<Sample>();
    for (int i = 0; i < count; i++) {
      samples.add(
          new Sample(Labels.of(Map.of("__name__", "wide", "i", "" + i % 7)), 1_000L * i, i));
    }
    return samples;
  }

  /** Eight megabytes, through memory buffers of a quarter of a MiB. */
  @Test
  void keepsLargeValuesApartWhereItsTableIsMadeSo() throws Exception {
    try (var installation = Installation.start()) {
      TargetConfig target =
          installation
              .target()
              .withOption("value-bytes", "4000")
              .withOption("index", "true")
              .withOption("table-options", "write_buffer_size=262144")
              .withOption("enable-blob-files", "true")
              .withOption("min-blob-size", "1024");
      List<Sample> samples = samples(2_000);
      // A full buffer is flushed by the write that comes after.
      for (int from = 0; from < samples.size(); from += 500) {
        WriteResult result = write(target, samples.subList(from, from + 500));
        assertThat(result.outcome()).as(result.error()).isEqualTo(ResponseClass.OK);
      }

      assertThat(installation.stored()).containsExactlyInAnyOrderElementsOf(samples);
      // Flushed behind the answer.
      assertThat(
              Patience.until(
                  Installation.PATIENCE, () -> installation.metric("rocksdb_blob_files") > 0))
          .isTrue();
      assertThat(installation.metric("rocksdb_blob_bytes_total")).isGreaterThan(1e6);
      assertThat(installation.metric("rocksdb_write_amplification")).isGreaterThan(1);
    }
  }

  @Test
  void readsBackWhatComesAtRandom() throws Exception {
    try (var installation = Installation.start()) {
      TargetConfig target =
          installation
              .target()
              .withOption("shape", "case")
              .withOption("value-bytes", "9405")
              .withOption("index", "true");
      List<Sample> samples = samples(100);
      for (int sentAgain = 0; sentAgain < 2; sentAgain++) {
        assertThat(write(target, samples).outcome()).isEqualTo(ResponseClass.OK);
        assertThat(installation.stored()).containsExactlyInAnyOrderElementsOf(samples);
      }
    }
  }

  @Test
  void refusesOptionsThatRocksDbDoesNotHave() throws Exception {
    try (var installation = Installation.start()) {
      WriteResult result =
          write(installation.target().withOption("table-options", "no_such=1"), samples(1));
      assertThat(result.outcome()).isEqualTo(ResponseClass.REJECT);
      assertThat(result.error()).contains("no_such=1");
    }
  }

  @Test
  void isStoppedCopiedAndStartedFromTheCopy() throws Exception {
    Path saved = folder.resolve("saved");
    List<Sample> samples = samples(100);
    try (var installation = Installation.start()) {
      TargetConfig synced = installation.target().withOption("sync", "true");
      assertThat(write(synced, samples).outcome()).isEqualTo(ResponseClass.OK);
      installation.server().stop();
      installation.server().saveTo(saved);
      installation.server().restart(installation.settings());
      assertThat(installation.stored()).containsExactlyInAnyOrderElementsOf(samples);
      var copy =
          new Installation(
              OwnedRocksDb.startFrom(saved, installation.settings()), installation.settings());
      try (copy) {
        assertThat(copy.stored()).containsExactlyInAnyOrderElementsOf(samples);
        // A table keeps what it was made with, and its series are known again.
        assertThat(write(copy.target(), samples).outcome()).isEqualTo(ResponseClass.OK);
        assertThat(copy.stored()).containsExactlyInAnyOrderElementsOf(samples);
      }
    }
  }
}
