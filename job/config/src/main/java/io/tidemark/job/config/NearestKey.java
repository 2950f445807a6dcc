package io.tidemark.job.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the key, or another word, that a mistyped one was probably meant to be. */
public final class NearestKey {
  private NearestKey() {}

  /**
   * Returns the nearest word that at most so many edits of a letter lead to; empty if none is so
   * near.
   */
  public static Optional<String> within(int edits, String unknown, Collection<String> known) {
    return known.stream()
        .filter(candidate -> edits(unknown, candidate) <= edits)
        .min(Comparator.comparingInt(candidate -> edits(unknown, candidate)));
  }

  static String to(String unknown, Collection<String> known) {
    return known.stream()
        .min(Comparator.comparingInt(candidate -> distance(unknown, candidate)))
        .orElseThrow();
  }

  /**
   * Returns the edits between the whole paths, or between the last names plus one for the wrong
   * section.
   */
  private static int distance(String unknown, String candidate) {
    return Math.min(edits(unknown, candidate), 1 + edits(lastName(unknown), lastName(candidate)));
  }

  private static String lastName(String path) {
    return path.substring(path.lastIndexOf('.') + 1);
  }

  /** Returns Levenshtein's distance, row by row. */
  private static int edits(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
