package io.tidemark.cli;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * @param columns width of the terminal that a stream is, 0 if it is none
 */
record Terminal(int columns) {
  static final Terminal NONE = new Terminal(0);
  private static final int USUAL_COLUMNS = 80;

  static Terminal ofStandardOutput() {
    return of(1);
  }

  static Terminal ofStandardError() {
    return of(2);
  }

  /** Java knows no such thing, but Linux says what a stream is. */
  private static Terminal of(int descriptor) {
    try {
      String device = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
      boolean isTerminal = device.startsWith("/dev/pts/") || device.startsWith("/dev/tty");
      return isTerminal ? new Terminal(columns(device)) : NONE;
    } catch (IOException | UnsupportedOperationException e) {
      return System.console() == null ? NONE : new Terminal(USUAL_COLUMNS);
    }
  }

  private static int columns(String device) {
    try {
      var stty = new ProcessBuilder("stty", "size").redirectInput(new File(device)).start();
      String size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      stty.waitFor(1, TimeUnit.SECONDS);
      int columns = Integer.parseInt(size.strip().split(" ")[1]);
      return columns > 0 ? columns : USUAL_COLUMNS;
    } catch (IOException | RuntimeException e) {
      return USUAL_COLUMNS;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return USUAL_COLUMNS;
    }
  }
}
