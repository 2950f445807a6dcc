package io.tidemark.savepoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.source.SourcePositions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SavepointTest {
  /** What the run that took it printed: 364 samples, M = 2. */
  private static final Map<String, Long> COUNTED =
      Map.of(
          "recordsRead",
          364L,
          "samplesRead",
          364L,
          "samplesAmplified",
          728L,
          "recordsRejected",
          0L);

  @TempDir Path folder;
  private Path kept;

  @BeforeEach
  void copy() {
    kept = KeptSavepoint.copyTo(folder);
  }

  @Test
  void tellsWhereTheSourceStoodAndWhatWasCounted() {
    Savepoint savepoint = Savepoint.open(kept.toString());

    assertThat(savepoint.totals()).isEqualTo(COUNTED);
    // 20 series a tick: ticks 0 to 17 whole, and 4 series of tick 18.
    var positions =
        (SourcePositions.Generated)
            savepoint.positions(source("datagen", "source.datagen.series=20"));
    assertThat(positions.startMillis())
        .isEqualTo(Instant.parse("2026-01-01T00:00:00Z").toEpochMilli());
    assertThat(positions.lastTick()).isEqualTo(364 / 20);
    assertThat(positions.seriesPerTick()).isEqualTo(20);
    assertThat(savepoint.operators())
        .extracting(Savepoint.Operator::uid)
        .containsExactly("acks", "amplify", "dead-letters", "parse", "source", "write");
    savepoint.readAll();
  }

  @Test
  void tellsWhichOperatorsAJobCanDoWithout() {
    Savepoint savepoint = Savepoint.open(kept.toString());

    assertThat(savepoint.hasStateOf("acks")).isTrue();
    assertThat(savepoint.hasStateOf("dead-letters")).as("letters went to a folder").isFalse();
    assertThat(savepoint.hasStateOf("none")).isFalse();
  }

  @Test
  void takesAPathToTheMetadataToo() {
    assertThat(Savepoint.open(kept.resolve("_metadata").toString()).path())
        .isEqualTo(Savepoint.open(kept.toString()).path());
  }

  @Test
  void refusesInOneLineWhatIsNoSavepoint() throws IOException {
    refused(folder.resolve("nowhere"), "there is no file:");
    Path text = Files.createDirectories(folder.resolve("text"));
    Files.writeString(text.resolve("_metadata"), "no savepoint at all");
    refused(text, "Unexpected magic number");
    Path metadata = kept.resolve("_metadata");
    Files.write(metadata, Arrays.copyOf(Files.readAllBytes(metadata), 200));
    refused(kept, "");
  }

  @Test
  void refusesAnotherKindOfSource() {
    Savepoint savepoint = Savepoint.open(kept.toString());

    assertThatThrownBy(() -> savepoint.positions(source("kafka")))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("the savepoint " + savepoint.path() + " can't be used: ");
  }

  /** The version that stands before each shard in the file of state, raised by one. */
  @Test
  void refusesStateOfALaterVersionInWords() throws IOException {
    Path state = onlyStateFile();
    byte[] bytes = Files.readAllBytes(state);
    raiseVersionOfShards(bytes);
    Files.write(state, bytes);

    assertThatThrownBy(
            () ->
                Savepoint.open(kept.toString())
                    .positions(source("datagen", "source.datagen.series=20")))
        .isInstanceOf(ConfigException.class)
        .hasMessageEndingWith(
            "the state was written by another Tidemark [state=positions of the generator, version=2, known=1]; use the one that took the savepoint");
  }

  /** A shard is written as its size (32), version (1), length (24) and those bytes. */
  private static void raiseVersionOfShards(byte[] bytes) {
    var buffer = ByteBuffer.wrap(bytes);
    int raised = 0;
    for (int at = 0; at + 12 <= bytes.length; at++) {
      if (buffer.getInt(at) == 32 && buffer.getInt(at + 4) == 1 && buffer.getInt(at + 8) == 24) {
        buffer.putInt(at + 4, 2);
        raised++;
      }
    }
    assertThat(raised).isEqualTo(720);
  }

  private Path onlyStateFile() throws IOException {
    try (var files = Files.list(kept)) {
      return files.filter(file -> file.getFileName().toString().length() == 36).findAny().get();
    }
  }

  @Test
  void knowsItByItsManifest() throws IOException {
    assertThat(Catalogue.list(folder.toString()))
        .singleElement()
        .satisfies(
            entry -> {
              assertThat(entry.path()).endsWith("/savepoint");
              assertThat(entry.manifest().source()).isEqualTo("datagen");
              assertThat(entry.manifest().totals()).isEqualTo(COUNTED);
            });
    Catalogue.verify(kept.toString());

    Path metadata = kept.resolve("_metadata");
    byte[] bytes = Files.readAllBytes(metadata);
    Files.write(metadata, Arrays.copyOf(bytes, bytes.length + 1));
    assertThatThrownBy(() -> Catalogue.verify(kept.toString()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("_metadata is not the file that was written");
  }

  @Test
  void findsStateThatIsMissing() throws IOException {
    Files.delete(onlyStateFile());

    assertThatThrownBy(() -> Catalogue.verify(kept.toString()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("operator source: ")
        .hasMessageNotContaining("\n");
  }

  @Test
  void removesOnlyWhatIsItsOwn() throws IOException {
    Path other = Files.createDirectories(folder.resolve("other"));
    Files.writeString(other.resolve("_metadata"), "");
    assertThatThrownBy(() -> Catalogue.remove(other.toString()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("is no savepoint of Tidemark's");
    Path inside = Files.createDirectories(kept.resolve("photos"));
    assertThatThrownBy(() -> Catalogue.remove(kept.toString()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("holds the folder photos");
    assertThat(kept.resolve("_metadata")).exists();

    Files.delete(inside);
    Catalogue.remove(kept.toString());
    assertThat(kept).doesNotExist();
    assertThat(other).exists();
  }

  @Test
  void writesTheManifestAgainAsItWas() {
    Manifest before = Catalogue.show(kept.toString()).manifest();
    Savepoint savepoint = Savepoint.open(kept.toString());
    JobConfig config =
        ConfigLoader.load(Optional.empty(), List.of("source.datagen.series=20", "target.tenant=7"))
            .config();

    Manifest again = Manifest.of(savepoint, config, "2.2.1", Instant.parse(before.createdAt()));

    assertThat(again.operators()).isEqualTo(before.operators());
    assertThat(again.positions()).isEqualTo(before.positions());
    assertThat(again.bytes()).isEqualTo(before.bytes());
    assertThat(again.metadataSha256()).isEqualTo(before.metadataSha256());
    assertThat(again.configuration().get("target")).asString().contains("tenant=7");
  }

  private static void refused(Path path, String why) {
    assertThatThrownBy(() -> Savepoint.open(path.toString()))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("the savepoint " + path + " can't be used: ")
        .hasMessageContaining(why)
        .hasMessageNotContaining("\n");
  }

  private static JobConfig.Source source(String type, String... settings) {
    var all = new ArrayList<>(List.of("source.type=" + type));
    all.addAll(List.of(settings));
    return ConfigLoader.load(Optional.empty(), all).config().source();
  }
}
