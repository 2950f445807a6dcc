package io.tidemark.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuWaitsTest {
  @TempDir Path threads;

  @Test
  void theHostsIsOfTheLineOfSome() {
    assertThat(
            CpuWaits.hostSeconds(
                List.of(
                    "some avg10=98.69 avg60=97.70 avg300=73.32 total=31805091322",
                    "full avg10=0.00 avg60=0.00 avg300=0.00 total=7")))
        .isEqualTo(31805.091322);
    assertThat(CpuWaits.hostSeconds(List.of())).isNaN();
  }

  @Test
  void ownIsWhatAllThreadsWaitedSinceTheFirstCall() throws IOException {
    var waits = new CpuWaits();
    thread("7", 5_000_000_000L);
    assertThat(waits.ownSeconds(threads)).isZero();
    thread("7", 6_000_000_000L);
    thread("8", 500_000_000L);
    assertThat(waits.ownSeconds(threads)).isEqualTo(1.5);
    Files.delete(threads.resolve("7").resolve("schedstat"));
    thread("8", 700_000_000L);
    assertThat(waits.ownSeconds(threads)).isEqualTo(1.7);
  }

  @Test
  void whereNothingCanBeReadNothingIsKnown() throws IOException {
    assertThat(new CpuWaits().ownSeconds(threads)).isNaN();
  }

  /** As the kernel has it: time on a core, time without one, times that it was given one. */
  private void thread(String id, long waitedNanos) throws IOException {
    Path thread = Files.createDirectories(threads.resolve(id));
    Files.writeString(thread.resolve("schedstat"), "99 " + waitedNanos + " 12\n");
  }
}
