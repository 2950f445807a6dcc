package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A short form of the command: one case whose slots are estimated, and one of another cause. */
@Tag("quiet-host")
class CalibrateIT {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void saysOfEachDatabaseWhetherTheInstrumentWasRight() {
    int code =
        Main.execute(
            new PrintWriter(out), new PrintWriter(err), "calibrate", "-q", "2 slots", "one core");

    assertThat(out.toString()).contains("2 slots ", "CPU, one core ").doesNotContain("WRONG");
    assertThat(code).as(err::toString).isEqualTo(Main.DONE);
  }
}
