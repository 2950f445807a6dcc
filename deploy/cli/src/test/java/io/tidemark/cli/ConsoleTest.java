package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.run.Observer.Progress;
import io.tidemark.run.Totals;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConsoleTest {
  private final StringWriter err = new StringWriter();
  private final Console console = new Console(new PrintWriter(err), new OutputOptions());

  @Test
  void saysForHowLongADatabaseAcknowledgesNothing() {
    at(5, 5_000, 5_000);
    assertThat(at(10, 10_000, 9_000)).contains("9.00 k samples, 800/s, 1.00 k pending");
    assertThat(at(21, 12_000, 9_000)).contains("3.00 k pending").doesNotContain("nothing");
    assertThat(at(32, 12_000, 9_000))
        .contains("9.00 k samples, 0/s, 3.00 k pending")
        .contains("nothing acknowledged for 22 s");
    assertThat(at(43, 20_000, 19_000)).contains("303/s").doesNotContain("nothing");
  }

  @Test
  void aSourceThatPausesIsNotADatabaseThatIsSilent() {
    at(5, 5_000, 5_000);
    assertThat(at(40, 5_000, 5_000)).contains("0 pending").doesNotContain("nothing");
  }

  /** The line that this adds. */
  private String at(int seconds, long amplified, long acked) {
    int before = err.getBuffer().length();
    console.progress(
        new Progress(
            Optional.of(Duration.ofSeconds(seconds)),
            Optional.empty(),
            new Totals(Map.of("samplesAmplified", amplified, "samplesAcked", acked)),
            Optional.empty(),
            false));
    return err.getBuffer().substring(before);
  }
}
