package io.tidemark.console;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * The size of the terminal behind a stream; 0 by 0 if no terminal can renew a line there.
 *
 * @param columns width in characters
 */
public record Terminal(int columns, int rows) {
  public static final Terminal NONE = new Terminal(0, 0);
  private static final Terminal USUAL = new Terminal(80, 24);

  public static Terminal ofStandardOutput() {
    return of(1);
  }

  public static Terminal ofStandardError() {
    return of(2);
  }

  /**
   * Tells whether the user's terminal moves no cursor and shows no colour, as those of editors do.
   */
  public static boolean isDumb() {
    return "dumb".equals(System.getenv("TERM"));
  }

  /**
   * Returns the terminal of a file descriptor. Java can't tell which stream is a terminal, but
   * Linux's {@code /proc} can.
   */
  private static Terminal of(int descriptor) {
    if (isDumb()) {
      return NONE;
    }
    try {
      String device = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
      boolean isTerminal = device.startsWith("/dev/pts/") || device.startsWith("/dev/tty");
      return isTerminal ? size(device) : NONE;
    } catch (IOException | UnsupportedOperationException e) {
      return System.console() == null ? NONE : USUAL;
    }
  }

  private static Terminal size(String device) {
    try {
      var stty = new ProcessBuilder("stty", "size").redirectInput(new File(device)).start();
      String size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      stty.waitFor(1, TimeUnit.SECONDS);
      String[] rowsAndColumns = size.strip().split(" ");
      var told =
          new Terminal(Integer.parseInt(rowsAndColumns[1]), Integer.parseInt(rowsAndColumns[0]));
      return told.columns > 0 && told.rows > 0 ? told : USUAL;
    } catch (IOException | RuntimeException e) {
      return USUAL;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return USUAL;
    }
  }
}
