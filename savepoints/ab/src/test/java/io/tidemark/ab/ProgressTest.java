package io.tidemark.ab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.aged.AgedDatabase;
import io.tidemark.aged.KeptDatabases.Kept;
import io.tidemark.build.Version;
import io.tidemark.job.config.ConfigException;
import io.tidemark.judge.Judging;
import io.tidemark.judge.StoreCost;
import io.tidemark.run.StoreIdentity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgressTest {
  private static final AgedDatabase PAST =
      new AgedDatabase(
          "a",
          "VictoriaMetrics",
          null,
          "1d",
          "2026-09-21T00:00:00Z",
          "2026-09-22T00:00:00Z",
          "1m",
          10,
          14_400,
          1_024,
          1.5,
          true);

  @TempDir Path folder;

  @Test
  void isReadAgainAsItWasSaved() {
    Progress progress =
        Progress.of(setup(Version.TIDEMARK), 8)
            .withSavepoint("file:/sp", Map.of("samplesRead", 7L))
            .withStores(Map.of(Arm.A, new StoreIdentity(Map.of("node", "version 1"))))
            .withRange(new Range(100, "", "", 93), 50_000)
            .lookingAt(14)
            .noting("chosen")
            .beginning()
            .after(
                new AbRun(
                    1,
                    1,
                    Arm.A,
                    "x-01-a",
                    "",
                    93,
                    93,
                    0,
                    1.5,
                    62.0,
                    3.0,
                    null,
                    null,
                    0.1,
                    new StoreCost(2.5, 3e8, 1e7, 4, true, true),
                    List.of("the job was restarted")));
    progress.save(folder);

    assertThat(Progress.load(folder)).isEqualTo(progress);
    assertThat(Progress.load(folder).setup().pasts()).containsOnlyKeys(Arm.A);
    assertThat(folder.toFile().list()).containsExactly("ab.json");
  }

  /** By how long a run takes, one that will not come to its end is known. */
  @Test
  void aRunLastsAsLongAsItsRangeNeedsAndNoLessThanWasAskedFor() {
    var range = new Range(100, "", "", 93);
    Progress asked = Progress.of(setup(Version.TIDEMARK), 8);
    assertThat(asked.withRange(range, 50_000).setup().runMillis()).isEqualTo(50_000);
    assertThat(asked.withRange(range, 8_000).setup().runMillis()).isEqualTo(20_000);
  }

  @Test
  void refusesWhatItCanNotGoOnWith() throws Exception {
    assertThatThrownBy(() -> Progress.load(folder))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("there is no ab.json");

    Progress.of(setup("0.0.1"), 8).save(folder);
    assertThatThrownBy(() -> Progress.load(folder))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("of Tidemark 0.0.1");

    Files.writeString(folder.resolve("ab.json"), "{");
    assertThatThrownBy(() -> Progress.load(folder))
        .isInstanceOf(ConfigException.class)
        .hasMessageEndingWith("can't be read as progress");
  }

  @Test
  void runsGoOnInTheOrderThatTheyBeganIn() {
    Progress progress = Progress.of(setup(Version.TIDEMARK), 8);

    Progress more = progress.lookingAt(14);

    assertThat(more.perSide()).isEqualTo(14);
    assertThat(more.order()).hasSize(28).startsWith(progress.order().toArray(Arm[]::new));
  }

  private static Progress.Setup setup(String version) {
    return new Progress.Setup(
        "x",
        "",
        version,
        false,
        0.05,
        600_000,
        20_000,
        20_000,
        "",
        true,
        Judging.NONE,
        Map.of(Arm.A, new Kept(Path.of("/kept/a"), PAST)));
  }
}
