package io.tidemark.listen;

import io.tidemark.job.file.CaptureFile;
import io.tidemark.parse.RejectedException;
import io.tidemark.parse.protobuf.RequestCounts;
import io.tidemark.parse.protobuf.RequestCounts.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Takes any bytes as a request; what is counted is what is in the file, and what came. */
public final class ReceivedSubject {
  private ReceivedSubject() {}

  public static void remoteWrite(Path file, byte[] body) throws IOException {
    RequestCounts wire = new RequestCounts();
    int version = 1;
    try {
      wire.ofRemoteWrite(body);
      version = wire.isVersion2() ? 2 : 1;
    } catch (RejectedException e) {
      wire = null;
    }
    ListenResult.Counts counts = take(file, body, version);
    boolean plain = wire != null && wire.of(Kind.HISTOGRAMS) == 0;
    if (counts.requests() == 1 && plain && counts.samplesReceived() != wire.of(Kind.SAMPLES)) {
      throw new AssertionError("%d samples came, and %s".formatted(wire.of(Kind.SAMPLES), counts));
    }
  }

  public static void otlp(Path file, byte[] body) throws IOException {
    take(file, body, 0);
  }

  private static ListenResult.Counts take(Path file, byte[] body, int version) throws IOException {
    Files.deleteIfExists(file);
    Files.deleteIfExists(CaptureFile.part(file));
    try (var capture = CaptureFile.create(file)) {
      var intake = new Intake(capture, Bounds.of(1L << 30, 100), Optional.empty());
      Answer answer = version == 0 ? intake.otlp(body, 5) : intake.remoteWrite(body, version, 5);
      capture.finish();
      var counts = ListenResult.Counts.of(intake.totals(), intake.series(), capture.bytes());
      int read = Requests.in(file).size();
      boolean refused = answer.status() != Answer.OK && answer.status() != Answer.NO_CONTENT;
      boolean said = refused || counts.refused().isEmpty() || version == 0;
      if (read != counts.samplesWritten() || read > 0 && counts.requests() == 0 || !said) {
        throw new AssertionError("%d samples are in the file, and %s".formatted(read, counts));
      }
      return counts;
    }
  }
}
