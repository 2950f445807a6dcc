package io.tidemark.ab;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** One of the two configurations that are compared. */
public enum Arm {
  A,
  B;

  String lower() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the order of the runs. It consists of pairs, and chance decides which side begins a
   * pair; of each eight consecutive pairs, counted from the first, each side begins four. A steady
   * trend over the runs cancels out, and no other event can favour a side except by chance. A
   * longer order begins with the shorter one.
   *
   * @param runs number of runs of each side
   */
  static List<Arm> order(int runs, long seed) {
    var random = new Random(seed);
    var order = new ArrayList<Arm>();
    while (order.size() < 2 * runs) {
      var first = new ArrayList<>(List.of(A, A, A, A, B, B, B, B));
      Collections.shuffle(first, random);
      first.forEach(arm -> order.addAll(arm == A ? List.of(A, B) : List.of(B, A)));
    }
    return List.copyOf(order.subList(0, 2 * runs));
  }
}
