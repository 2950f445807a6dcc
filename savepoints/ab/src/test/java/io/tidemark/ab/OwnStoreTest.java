package io.tidemark.ab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.process.RunException;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.OwnedDatabase.Starter;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each of a comparison's jobs finds, and what the runs begin with. */
class OwnStoreTest {
  private static final TargetConfig TARGET = TargetConfig.of("files");

  @TempDir private Path folder;

  /** What a rehearsal wrote would be updated in a run, or refused as late. */
  @Test
  void whereASampleOnceMoreIsNotLikeANewOneRehearsalsWriteIntoCopies() throws IOException {
    try (OwnStore store = store(false, false)) {
      warmUp(store);

      assertThat(foundBy(store, "rehearsal-a")).containsExactly("warm-up");
      assertThat(foundBy(store, "rehearsal-b")).containsExactly("warm-up");
      store.freeze();

      assertThat(FileDatabase.rows(store.begin(TARGET, "01-a"))).containsExactly("warm-up");
    }
  }

  @Test
  void elsewhereTheyWarmWhatTheRunsBeginWith() throws IOException {
    try (OwnStore store = store(true, false)) {
      warmUp(store);

      assertThat(foundBy(store, "rehearsal-a")).containsExactly("warm-up");
      assertThat(foundBy(store, "rehearsal-b")).containsExactlyInAnyOrder("warm-up", "rehearsal-a");
      store.freeze();

      assertThat(FileDatabase.rows(store.begin(TARGET, "01-a")))
          .containsExactlyInAnyOrder("warm-up", "rehearsal-a", "rehearsal-b");
    }
  }

  @Test
  void noRunFindsWhatAnotherWrote() throws IOException {
    try (OwnStore store = store(true, false)) {
      warmUp(store);
      store.freeze();

      for (String name : List.of("01-a", "02-b", "03-b")) {
        TargetConfig run = store.begin(TARGET, name);
        assertThat(FileDatabase.rows(run)).containsExactly("warm-up");
        FileDatabase.write(run, name);
        store.end();
      }
    }
  }

  /** Its runs have begun, so its warm folder is what it was. */
  @Test
  void aComparisonThatGoesOnRehearsesInACopyAndNeverInAnEmptyOne() throws IOException {
    try (OwnStore begun = store(true, false)) {
      warmUp(begun);
      begun.freeze();
    }
    try (OwnStore resumed = store(true, true)) {
      assertThat(foundBy(resumed, "rehearsal-a")).containsExactly("warm-up");
      assertThat(FileDatabase.rows(resumed.begin(TARGET, "07-a"))).containsExactly("warm-up");
    }
    new AbFolder(folder).removeDatabase();
    try (OwnStore resumed = store(false, true)) {
      assertThatThrownBy(() -> resumed.rehearse(TARGET, "rehearsal-a"))
          .isInstanceOf(RunException.class)
          .hasMessageContaining("is gone");
    }
  }

  @Test
  void aPastIsThereForTheWarmUpAndEachRunAndStaysAsItWas() throws IOException {
    var kind = new FileDatabase(true, folder);
    Path past = Files.createDirectory(folder.resolve("past"));
    Files.createFile(past.resolve("long-ago"));
    Starter aged = kind.starter().orElseThrow().beginningWith(past);
    try (OwnStore store = store(kind, aged, new AbFolder(folder).database(Arm.A), false)) {
      warmUp(store);
      store.freeze();

      assertThat(FileDatabase.rows(store.begin(TARGET, "01-a")))
          .containsExactlyInAnyOrder("long-ago", "warm-up");
    }
    assertThat(past.toFile().list()).containsExactly("long-ago");
  }

  @Test
  void twoKindsHaveAWarmFolderEach() throws IOException {
    var kind = new FileDatabase(true, folder);
    var kept = new AbFolder(folder);
    try (var stores =
        new Stores(
            store(kind, kept.database(Arm.A), false), store(kind, kept.database(Arm.B), false))) {
      FileDatabase.write(stores.of(Arm.A).warm(TARGET), "warm-up");
      FileDatabase.write(stores.of(Arm.B).warm(TARGET), "warm-up-b");
      stores.freeze();

      assertThat(stores.areApart()).isTrue();
      assertThat(FileDatabase.rows(stores.of(Arm.A).begin(TARGET, "01-a")))
          .containsExactly("warm-up");
      stores.of(Arm.A).end();
      assertThat(FileDatabase.rows(stores.of(Arm.B).begin(TARGET, "02-b")))
          .containsExactly("warm-up-b");
    }
    kept.removeDatabase();
    assertThat(kept.database(Arm.A)).doesNotExist();
    assertThat(kept.database(Arm.B)).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({
    "ignite, false",
    "mysql, false",
    "opentsdb, true",
    "postgresql, false",
    "remote-write, false",
    "rocksdb, false",
    "rrdcached, false",
    "victoriametrics, true"
  })
  void keysAndOrderMakeTheDifference(String type, boolean alike) {
    assertThat(Tsdb.byType(type, getClass().getClassLoader()).writesAgainAlike()).isEqualTo(alike);
  }

  private OwnStore store(boolean writesAgainAlike, boolean frozen) {
    var kind = new FileDatabase(writesAgainAlike, folder);
    return store(kind, new AbFolder(folder).database(Arm.A), frozen);
  }

  private static OwnStore store(FileDatabase kind, Path data, boolean frozen) {
    return store(kind, kind.starter().orElseThrow(), data, frozen);
  }

  private static OwnStore store(FileDatabase kind, Starter starter, Path data, boolean frozen) {
    return new OwnStore(starter, kind.writesAgainAlike(), Settings.DEFAULT, false, data, frozen);
  }

  private static void warmUp(OwnStore store) throws IOException {
    FileDatabase.write(store.warm(TARGET), "warm-up");
  }

  /** And leaves a row of its own. */
  private static List<String> foundBy(OwnStore store, String rehearsal) throws IOException {
    TargetConfig target = store.rehearse(TARGET, rehearsal);
    List<String> found = FileDatabase.rows(target);
    FileDatabase.write(target, rehearsal);
    store.end();
    return found;
  }
}
