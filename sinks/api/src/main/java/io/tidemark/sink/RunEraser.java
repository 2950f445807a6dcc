package io.tidemark.sink;

import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;

/**
 * Deletes what runs of Tidemark wrote, through the database's own interface. A run is a value of a
 * label. If it has parts, their values begin with the run's value and a dash.
 */
public interface RunEraser extends AutoCloseable {
  /**
   * Returns the values of the label that are the run or a part of it, as far as the database holds
   * any.
   *
   * @param run a name, or what names begin with before a dash
   * @throws IOException if the database can't be asked; the message names it, without credentials
   */
  List<String> find(String label, String run) throws IOException;

  /**
   * Returns how many series have the label with this value; empty if they are too many for the
   * database to count.
   *
   * @throws IOException if the database can't be asked
   */
  OptionalLong count(String label, String value) throws IOException;

  /**
   * Deletes all series with one of these values. Queries find nothing of them when this returns;
   * the database removes them from its disk later.
   *
   * @throws IOException if the database refuses
   */
  void erase(String label, String run) throws IOException;

  @Override
  void close();
}
