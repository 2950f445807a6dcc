package io.tidemark.sink.rows;

import io.tidemark.series.Labels;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * A series whose labels the database may not have yet.
 *
 * @param first the first column of its key
 * @param second the second column; 0 if a key has one column
 * @param check see {@link RowTemplate#check}
 */
public record NewSeries(long first, long second, int check, Labels labels) {
  private record Key(long first, long second) {
    static final Comparator<Key> ORDER =
        Comparator.comparingLong(Key::first).thenComparingLong(Key::second);
  }

  /**
   * Returns the series of a payload that are not known. A payload has a series once for each of its
   * samples, but here it is once. They are in the order of their keys, so that two writers of the
   * same series can't wait for each other.
   *
   * @throws CollisionException if a series has the key of another one
   */
  public static List<NewSeries> of(RowBody body, KnownSeries known) throws CollisionException {
    // The map is no hash map, because the hash of a record keeps its class in a session cluster
    // after the job has ended.
    var fresh = new TreeMap<Key, NewSeries>(Key.ORDER);
    var colliding = new ArrayList<CollisionException>(1);
    body.forEachSeries(
        (first, second, check, labels) -> {
          KnownSeries.State state = known.state(first, second, check);
          if (state == KnownSeries.State.KNOWN) {
            return;
          }
          var key = new Key(first, second);
          NewSeries other = fresh.get(key);
          if (state == KnownSeries.State.COLLIDES || other != null && other.check != check) {
            colliding.add(new CollisionException(first, labels.get()));
          } else if (other == null) {
            fresh.put(key, new NewSeries(first, second, check, labels.get()));
          }
        });
    if (!colliding.isEmpty()) {
      throw colliding.get(0);
    }
    return List.copyOf(fresh.values());
  }

  /** Returns its labels as JSON, for databases that keep them as text. */
  public String json() {
    return new String(LabelsJson.of(labels), StandardCharsets.UTF_8);
  }

  /** Adds the series to the known ones, once the database has it. */
  public void addTo(KnownSeries known) {
    known.add(first, second, check);
  }

  /** Returns an exception which says that another series has its key. */
  public CollisionException collision() {
    return new CollisionException(first, labels);
  }
}
