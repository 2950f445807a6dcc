package io.tidemark.aged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.aged.KeptDatabases.Entry;
import io.tidemark.aged.KeptDatabases.Kept;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.process.RunException;
import io.tidemark.savepoint.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptDatabasesTest {
  private static final String NAME = "victoriametrics-90d-0123456789abcdef";

  @TempDir private Path temporary;
  private KeptDatabases kept;

  @BeforeEach
  void below() {
    kept = new KeptDatabases(temporary.resolve("kept"));
  }

  @Test
  void whatIsKeptIsFoundWithItsFiles() {
    assertThat(kept.find(NAME)).isEmpty();

    Kept first = kept.keep(filled(), saving("five!"));

    assertThat(first.data().resolve("file")).hasContent("five!");
    assertThat(first.database().bytes()).isEqualTo(5);
    assertThat(kept.find(NAME)).contains(first);
    assertThat(first.database().past())
        .isEqualTo("90d of generated past: 2.59 G samples of 20.0 k series, 5 B on disk");
  }

  @Test
  void whatFailsWhileItIsSavedLeavesNothing() {
    assertThatThrownBy(
            () ->
                kept.keep(
                    filled(),
                    data -> {
                      saving("half").accept(data);
                      throw new UncheckedIOException(new IOException("No space left on device"));
                    }))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("can't be kept", "No space left on device");

    assertThat(kept.find(NAME)).isEmpty();
    assertThat(kept.list()).isEmpty();
  }

  /** As a process leaves it that was killed while it saved. */
  @Test
  void whatIsHalfIsListedAndNeverTakenForWhole() throws IOException {
    Path part = kept.folder().resolve(NAME + ".part123");
    saving("half").accept(Files.createDirectories(part).resolve("data"));
    Files.writeString(part.resolve("aged.json"), Json.write(filled()));

    assertThat(kept.find(NAME)).isEmpty();
    Entry half = kept.list().get(0);
    assertThat(half.name()).isEqualTo(NAME + ".part123");
    assertThat(half.database()).as("what is said of one that is whole").isNull();

    kept.remove(half);
    assertThat(kept.list()).isEmpty();
  }

  @Test
  void whatHasChangedSinceIsRefused() throws IOException {
    Kept first = kept.keep(filled(), saving("five!"));
    Files.writeString(first.data().resolve("file"), "six!!!");
    assertThatThrownBy(() -> kept.find(NAME))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("bytes=6, kept were 5", "tidemark clean --aged " + NAME);

    Files.delete(first.folder().resolve("aged.json"));
    assertThatThrownBy(() -> kept.find(NAME))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("there is no aged.json", "tidemark clean --aged " + NAME);
    assertThat(kept.list()).containsExactly(new Entry(NAME, 6, null));
  }

  @Test
  void theFirstThatIsKeptStays() {
    kept.keep(filled(), saving("five!"));

    assertThat(kept.keep(filled(), saving("another")).data().resolve("file")).hasContent("five!");
    assertThat(kept.list()).extracting(Entry::name).containsExactly(NAME);
  }

  @Test
  void aRunGoesOnWhereItEndsWithTheSameSeries() {
    ConfigLoader.Loaded loaded = ConfigLoader.load(Optional.empty(), List.of("amplify.m=2"));
    assertThat(loaded.config().target().runLabel()).isTrue();

    ConfigLoader.Loaded after = kept.keep(filled(), saving("five!")).continuedBy(loaded);

    assertThat(after.config().source().start()).isEqualTo("2026-09-22T00:00:00Z");
    assertThat(after.config().target().runLabel()).isFalse();
    assertThat(after.explicit()).isEqualTo(loaded.explicit());
  }

  @Test
  void saysWhereMergesHadNotEnded() {
    var atWork = new AgedDatabase("a", "A", null, "1d", "", "", "1m", 10, 14_400, 1024, 1.5, false);

    assertThat(atWork.past())
        .isEqualTo(
            "1d of generated past: 14.4 k samples of 10 series, 1.00 KiB on disk; its merges had not ended");
  }

  private static AgedDatabase filled() {
    return new AgedDatabase(
        NAME,
        "VictoriaMetrics",
        "1.151.0",
        "90d",
        "2026-06-24T00:00:00Z",
        "2026-09-22T00:00:00Z",
        "1m",
        20_000,
        2_592_000_000L,
        0,
        2_900,
        true);
  }

  private static Consumer<Path> saving(String content) {
    return data -> {
      try {
        Files.writeString(Files.createDirectory(data).resolve("file"), content);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
  }
}
