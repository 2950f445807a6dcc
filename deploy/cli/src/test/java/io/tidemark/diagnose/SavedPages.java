package io.tidemark.diagnose;

import java.nio.file.Path;
import java.util.List;

/** A folder of saved pages, as {@code diagnose --pages} reads it. */
public final class SavedPages {
  private SavedPages() {}

  /** Names of files that say no process, or no time. */
  public static List<String> leftOut(Path folder) {
    return PageFolder.read(folder).leftOut();
  }
}
