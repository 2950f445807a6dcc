package io.tidemark.job.observe;

import io.tidemark.job.observe.InstrumentRequest.BoundInFlight;
import io.tidemark.job.observe.InstrumentRequest.Bounded;
import io.tidemark.job.observe.InstrumentRequest.Observations;
import io.tidemark.job.observe.InstrumentRequest.Peek;
import io.tidemark.job.observe.InstrumentRequest.Read;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.operators.coordination.CoordinationRequest;
import org.apache.flink.runtime.operators.coordination.CoordinationRequestHandler;
import org.apache.flink.runtime.operators.coordination.CoordinationResponse;
import org.apache.flink.runtime.operators.coordination.OperatorCoordinator;
import org.apache.flink.runtime.operators.coordination.OperatorEvent;
import org.apache.flink.streaming.api.operators.collect.CollectCoordinationResponse;

/**
 * The job's side of the measurement: it keeps the last observations of all subtasks for whoever
 * asks, and distributes the in-flight limit. It lives in the JobManager as the amplifier's
 * coordinator, reached by that uid over REST, embedded and on a cluster. No checkpoint keeps its
 * state. Only the JobMaster's thread calls it.
 */
public final class Instrument implements OperatorCoordinator, CoordinationRequestHandler {
  /** The uid of the operator that it belongs to, by which it is reached. */
  public static final String UID = "amplify";

  /** These cover minutes of a small job, or seconds of one with hundreds of subtasks. */
  private static final int MAX_KEPT = 20_000;

  /** After so many observations in a row that nobody asked for, nobody is thought to watch. */
  static final int MAX_UNREAD = 1_000;

  private static final String WATCHED = "watched";

  private final ArrayDeque<Observation> kept = new ArrayDeque<>();
  private final Map<Integer, String> processByWriter = new TreeMap<>();
  private long next;
  private int unread = MAX_UNREAD;
  private OptionalInt bound = OptionalInt.empty();

  /** Makes one instrument for each job. */
  public record Provider(OperatorID operatorId) implements OperatorCoordinator.Provider {
    @Override
    public OperatorID getOperatorId() {
      return operatorId;
    }

    @Override
    public OperatorCoordinator create(OperatorCoordinator.Context context) {
      return new Instrument();
    }
  }

  @Override
  public CompletableFuture<CoordinationResponse> handleCoordinationRequest(
      CoordinationRequest request) {
    if (request instanceof Observation observation) {
      return CompletableFuture.completedFuture(observed(observation));
    }
    if (request instanceof Peek peek) {
      return CompletableFuture.completedFuture(after(peek.after()));
    }
    unread = 0;
    return CompletableFuture.completedFuture(
        request instanceof Read read ? after(read.after()) : bound((BoundInFlight) request));
  }

  private CoordinationResponse observed(Observation observation) {
    kept.add(observation);
    next++;
    unread = Math.min(MAX_UNREAD, unread + 1);
    if (kept.size() > MAX_KEPT) {
      kept.remove();
    }
    String process = observation.process().id();
    if (observation.writing() != null) {
      processByWriter.put(observation.subtask(), process);
    }
    return answer(share(process), unread < MAX_UNREAD);
  }

  /** A TaskManager reads an answer by Flink's class loader, so both travel in a Flink class. */
  private static CoordinationResponse answer(OptionalInt bound, boolean watched) {
    return new CollectCoordinationResponse(watched ? WATCHED : "", bound.orElse(0), List.of());
  }

  static boolean isWatched(CoordinationResponse answer) {
    return ((CollectCoordinationResponse) answer).getVersion().equals(WATCHED);
  }

  /** Returns the bound in an answer; empty if none is set. */
  static OptionalInt boundIn(CoordinationResponse answer) {
    long bound = ((CollectCoordinationResponse) answer).getLastCheckpointedOffset();
    return bound > 0 ? OptionalInt.of((int) bound) : OptionalInt.empty();
  }

  /** Returns the process's share; empty if there is no bound, or the process has no writer. */
  private OptionalInt share(String process) {
    if (bound.isEmpty()) {
      return OptionalInt.empty();
    }
    Integer share = shares(bound.getAsInt(), processByWriter.values()).get(process);
    return share == null ? OptionalInt.empty() : OptionalInt.of(share);
  }

  private Observations after(long known) {
    long first = Math.max(next - kept.size(), Math.min(known + 1, next));
    long passed = first - (next - kept.size());
    return new Observations(first, new ArrayList<>(kept.stream().skip(passed).toList()));
  }

  private Bounded bound(BoundInFlight wanted) {
    int least = (int) processByWriter.values().stream().distinct().count();
    boolean possible = least > 0 && wanted.batches() >= least;
    if (possible) {
      bound = OptionalInt.of(wanted.batches());
    }
    return new Bounded(possible, least);
  }

  /**
   * Splits a bound over processes: each process that writes gets one batch, and the rest goes by
   * their numbers of writers. If the bound is smaller than the number of processes, as after a
   * restart on more machines, each still gets one.
   */
  static Map<String, Integer> shares(int batches, Collection<String> processOfEachWriter) {
    var writers = new LinkedHashMap<String, Integer>();
    processOfEachWriter.forEach(process -> writers.merge(process, 1, Integer::sum));
    long spare = Math.max(0, batches - writers.size());
    var shares = new LinkedHashMap<String, Integer>();
    long writersSoFar = 0;
    long given = 0;
    for (var process : writers.entrySet()) {
      writersSoFar += process.getValue();
      long upToHere = spare * writersSoFar / processOfEachWriter.size();
      shares.put(process.getKey(), (int) (1 + upToHere - given));
      given = upToHere;
    }
    return shares;
  }

  @Override
  public void executionAttemptFailed(int subtask, int attempt, Throwable reason) {}

  @Override
  public void start() {}

  @Override
  public void close() {}

  @Override
  public void handleEventFromOperator(int subtask, int attempt, OperatorEvent event) {
    throw new IllegalArgumentException("no event was expected: " + event);
  }

  @Override
  public void checkpointCoordinator(long checkpoint, CompletableFuture<byte[]> state) {
    state.complete(new byte[0]);
  }

  @Override
  public void notifyCheckpointComplete(long checkpoint) {}

  @Override
  public void resetToCheckpoint(long checkpoint, byte[] state) {}

  @Override
  public void subtaskReset(int subtask, long checkpoint) {}

  @Override
  public void executionAttemptReady(int subtask, int attempt, SubtaskGateway gateway) {}
}
