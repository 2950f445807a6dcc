package io.tidemark.sink.rrdcached;

import io.tidemark.sink.Payload;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.client.Progress;
import io.tidemark.sink.client.Session;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Writes a payload as one batch. Lines of series that have no file yet come back; their files are
 * made, and these lines sent once more. Lines that are not later than the last of their series are
 * looked for in the file: as stored before a replay, or as too late.
 */
final class UpdateSession implements Session {
  private final Connection connection;
  private final RrdcachedOptions options;
  private final LateSamples lateSamples;

  UpdateSession(Connection connection, RrdcachedOptions options) {
    this.connection = connection;
    this.options = options;
    this.lateSamples = new LateSamples(connection::fetch, options);
  }

  @Override
  public long write(Payload payload, Progress progress) throws IOException, RefusedException {
    try {
      return written(payload, progress);
    } catch (IOException e) {
      // What it answers next may be of what was sent last.
      connection.close();
      throw e;
    }
  }

  private long written(Payload payload, Progress progress) throws IOException, RefusedException {
    SortedMap<Integer, String> errors = send(payload.body(), progress);
    if (errors.isEmpty()) {
      return payload.samples();
    }
    var late = new ArrayList<UpdateLine>();
    List<UpdateLine> fresh = withoutFile(UpdateLine.all(payload.body()), errors, late);
    if (!fresh.isEmpty()) {
      create(fresh, progress);
      errors = send(bytes(fresh.stream().map(UpdateLine::line).toList()), progress);
      if (!withoutFile(fresh, errors, late).isEmpty()) {
        throw new RefusedException(DaemonError.NO_FILE, "files that were just made are gone");
      }
    }
    lateSamples.requireStored(late);
    return payload.samples() - late.size();
  }

  private SortedMap<Integer, String> send(byte[] commands, Progress progress)
      throws IOException, RefusedException {
    progress.sends();
    connection.sendBatch(commands);
    progress.sent(commands.length);
    progress.waits();
    return connection.errors();
  }

  /**
   * @param late takes those that are not later than the last of their series
   * @throws RefusedException if there are other errors
   */
  private static List<UpdateLine> withoutFile(
      List<UpdateLine> lines, SortedMap<Integer, String> errors, List<UpdateLine> late)
      throws RefusedException {
    var without = new ArrayList<UpdateLine>();
    var others = new ArrayList<RefusedException>();
    errors.forEach(
        (number, message) -> {
          UpdateLine line = lines.get(number - 1);
          switch (DaemonError.of(message)) {
            case NO_FILE -> without.add(line);
            case LATE -> late.add(line);
            default -> others.add(new RefusedException(message));
          }
        });
    throwWorst(others);
    return without;
  }

  /** A file that somebody else made meanwhile is as good. */
  private void create(List<UpdateLine> fresh, Progress progress)
      throws IOException, RefusedException {
    var firsts = new LinkedHashMap<String, Long>();
    fresh.forEach(line -> firsts.merge(line.path(), line.seconds(), Math::min));
    var commands = new ArrayList<String>(firsts.size());
    firsts.forEach(
        (path, seconds) ->
            commands.add("CREATE %s %s\n".formatted(path, options.creation(seconds))));
    throwWorst(
        send(bytes(commands), progress).values().stream()
            .map(RefusedException::new)
            .filter(refused -> refused.answer() != DaemonError.FILE_EXISTS)
            .toList());
  }

  /** What ends the run before what passes, and that before what is a line's own. */
  private static void throwWorst(List<RefusedException> refused) throws RefusedException {
    Optional<RefusedException> worst =
        refused.stream().max(Comparator.comparingInt(each -> badness(each.answer())));
    if (worst.isPresent()) {
      throw worst.get();
    }
  }

  private static int badness(DaemonError answer) {
    ResponseClass outcome = answer.failure().outcome();
    return outcome == ResponseClass.FATAL ? 2 : outcome.isPassing() ? 1 : 0;
  }

  private static byte[] bytes(List<String> commands) {
    return String.join("", commands).getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public boolean isOpen() {
    return connection.isOpen();
  }

  @Override
  public void abort() {
    connection.close();
  }

  @Override
  public void close() {
    connection.close();
  }
}
