package io.tidemark.measure.window;

import java.util.List;

/**
 * Those of a database's processes that are nearest to a limit. One full process holds up all
 * requests, because they go to each process in turn.
 *
 * @param nodes number of processes that were read
 * @param takingWrites number of those to which requests go in turn
 * @param cpuNode the process whose CPU share is the database's
 * @param cpuCores the cores that this process may use; null if that is not known
 * @param slotsShare share of insert slots taken, of the node where it is largest
 * @param slotsFollowCores false if the number of slots was set; null if that is not known
 * @param noneFreeShare share of the requests counted by a node, whoever sent them, that found every
 *     slot taken, of the node where it is largest; null if no node counts them
 * @param writers the processes that take writes
 */
public record Busiest(
    int nodes,
    int takingWrites,
    String cpuNode,
    Double cpuCores,
    String slotsNode,
    Double slotsShare,
    Boolean slotsFollowCores,
    Double noneFreeShare,
    List<Node> writers) {
  /** Older reports do not have this field. */
  public Busiest {
    writers = writers == null ? List.of() : List.copyOf(writers);
  }

  Busiest at(Node node) {
    return new Busiest(
        nodes,
        takingWrites,
        node.name(),
        node.cores(),
        node.name(),
        node.slotsShare(),
        slotsFollowCores,
        node.noneFreeShare(),
        writers);
  }

  /** A single process, of which no more is known. */
  public static final Busiest ONE = alike(1, null, null, null, null);

  /** Returns nodes that all take writes and have equally many cores. */
  public static Busiest alike(
      int nodes, String cpuNode, String slotsNode, Double slotsShare, Boolean slotsFollowCores) {
    return new Busiest(
        nodes, nodes, cpuNode, null, slotsNode, slotsShare, slotsFollowCores, null, List.of());
  }
}
