package io.tidemark.sink;

import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;

/**
 * Deletes what runs of Tidemark wrote, through the store's own interface. A run is a value of a
 * label; its parts, if it has any, begin with it and a dash.
 */
public interface RunEraser extends AutoCloseable {
  /**
   * Values of the label that are the run or a part of it, as far as the store holds any.
   *
   * @param run a name, or what names begin with before a dash
   * @throws IOException if it can't be asked; the message names it, without credentials
   */
  List<String> find(String label, String run) throws IOException;

  /**
   * How many series have the label with this value; empty where they are too many for the store to
   * count.
   *
   * @throws IOException if it can't be asked
   */
  OptionalLong count(String label, String value) throws IOException;

  /**
   * All series with one of these values: gone for queries when this returns, from disk when the
   * store finds the time.
   *
   * @throws IOException if it refuses
   */
  void erase(String label, String run) throws IOException;

  @Override
  void close();
}
