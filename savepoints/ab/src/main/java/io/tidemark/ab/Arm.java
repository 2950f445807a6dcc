package io.tidemark.ab;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** One of the two configurations that are compared. */
public enum Arm {
  A,
  B;

  String lower() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * A B B A A B B A …: each side comes first as often as the other, so what rises or falls steadily
   * over the runs cancels out.
   *
   * @param runs of each side
   */
  static List<Arm> order(int runs) {
    var order = new ArrayList<Arm>();
    for (int pair = 0; pair < runs; pair++) {
      order.addAll(pair % 2 == 0 ? List.of(A, B) : List.of(B, A));
    }
    return order;
  }
}
