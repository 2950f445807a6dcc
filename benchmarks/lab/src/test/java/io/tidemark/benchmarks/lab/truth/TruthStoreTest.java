package io.tidemark.benchmarks.lab.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.benchmarks.lab.setup.Catalogue;
import io.tidemark.benchmarks.lab.setup.Setup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TruthStoreTest {
  private static final Host HOST = new Host(2, 24, "6", "v1");
  private static final List<Setup> ALL = Catalogue.load().inTurn();
  private static final Setup FIRST = ALL.get(0);
  private static final Setup SECOND = ALL.get(1);
  private static final Setup THIRD = ALL.get(2);

  @TempDir Path folder;
  private TruthStore store;

  @BeforeEach
  void open() {
    store = new TruthStore(folder, HOST);
  }

  @Test
  void readsWhatItWrote() {
    Truth truth = measured(FIRST);

    store.write(FIRST, truth);

    assertThat(store.read(FIRST)).contains(truth);
    assertThat(store.read(SECOND)).isEmpty();
  }

  @Test
  void goesOnWithWhatNeverWasThenWithWhatFailed() {
    store.write(
        FIRST, TruthRun.unmeasured(measured(FIRST), Truth.Status.FAILED, "it did not start"));
    store.write(SECOND, measured(SECOND));

    assertThat(store.left(List.of(FIRST, SECOND, THIRD))).containsExactly(THIRD, FIRST);
  }

  @Test
  void knowsNothingOfAnotherKindOfHost() {
    store.write(FIRST, measured(FIRST));

    assertThat(new TruthStore(folder, new Host(4, 24, "6", "v1")).read(FIRST)).isEmpty();
  }

  @Test
  void knowsNothingOfASetUpThatWasChanged() {
    store.write(FIRST, measured(FIRST));
    Setup changed =
        new Setup(FIRST.family(), FIRST.name(), FIRST.from(), true, FIRST.raw(), FIRST.knobs());

    assertThat(store.read(changed)).isEmpty();
  }

  @Test
  void leavesNoHalfOfAFile() throws Exception {
    store.write(FIRST, measured(FIRST));

    try (Stream<Path> files = Files.list(store.file(FIRST).getParent())) {
      assertThat(files).containsExactly(store.file(FIRST));
    }
  }

  @Test
  void saysWhichFileIsNoTruth() throws Exception {
    store.write(FIRST, measured(FIRST));
    Files.writeString(store.file(FIRST), "{\"cause\": \"TSDB_CPU\"}");

    assertThatThrownBy(() -> store.read(FIRST)).hasMessageContaining(store.file(FIRST).toString());
  }

  private static Truth measured(Setup setup) {
    return TestTruths.gaining(setup, HOST, Map.of());
  }
}
