package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.console.Exit;
import io.tidemark.process.MeasuredBound;
import io.tidemark.process.Patience;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A short form of the command: one case, whose slots are estimated, with time to look twice. */
@Tag("quiet-host")
@Tag("slow")
@Tag("guards:job/simulated")
@Tag("guards:job/ceiling")
@Tag("guards:job/calibrate")
class CalibrateIT {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void findsTheSlotsOfADatabaseWhoseSlotsAreKnown() {
    String each = Patience.ofSeconds(45).toSeconds() + "s";
    int code =
        Main.execute(
            new PrintWriter(out), new PrintWriter(err), "calibrate", "--each", each, "8 slots");

    assertThat(out.toString()).as(err::toString).contains("8 slots ", "8, found ");
    MeasuredBound.check(() -> assertThat(out.toString()).as(err::toString).endsWith("right\n"));
    assertThat(code).as(out + "\n" + err).isEqualTo(Exit.DONE.code());
  }
}
