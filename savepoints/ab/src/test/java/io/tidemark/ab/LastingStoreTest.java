package io.tidemark.ab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.config.ConfigLoader;
import io.tidemark.process.LinuxProcess;
import io.tidemark.sink.OwnedDatabase;
import io.tidemark.sink.OwnedDatabase.Starter;
import io.tidemark.sink.TargetConfig;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LastingStoreTest {
  private final TargetConfig configured =
      ConfigLoader.load(Optional.empty(), List.of()).config().target();
  private int started;
  private int closed;
  private final LastingStore store =
      new LastingStore(
          Starter.slow("Slow", settings -> new Started(++started), (saved, settings) -> null),
          OwnedDatabase.Settings.DEFAULT,
          new SharedStore("ab-1"));

  @Test
  void oneForAllRunsEachUnderItsLabel() {
    TargetConfig warm = store.warm(configured);
    store.freeze();
    TargetConfig run = store.begin(configured, "01-a");
    store.end();
    TargetConfig next = store.begin(configured, "02-b");
    store.end();

    assertThat(started).isEqualTo(1);
    assertThat(List.of(warm, run, next))
        .allSatisfy(target -> assertThat(target.urls()).containsExactly(URI.create("slow://1")));
    assertThat(run.extraLabels()).containsEntry(SharedStore.LABEL, "ab-1-01-a");
    assertThat(next.extraLabels()).containsEntry(SharedStore.LABEL, "ab-1-02-b");
    assertThat(store.isAlikeForEachRun()).isFalse();
    store.close();
    assertThat(closed).isEqualTo(1);
  }

  /** Then a resumed comparison rehearses again. */
  @Test
  void startsSlowUntilItWasWrittenTo() {
    assertThat(store.startsSlow()).isTrue();

    store.rehearse(configured, "rehearsal-a");

    assertThat(store.startsSlow()).isFalse();
  }

  private final class Started implements OwnedDatabase {
    private final int number;

    private Started(int number) {
      this.number = number;
    }

    @Override
    public URI url() {
      return URI.create("slow://" + number);
    }

    @Override
    public Path folder() {
      throw new UnsupportedOperationException();
    }

    @Override
    public LinuxProcess process() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void restart(Settings settings) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void stop() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void saveTo(Path folder) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
      closed++;
    }
  }
}
