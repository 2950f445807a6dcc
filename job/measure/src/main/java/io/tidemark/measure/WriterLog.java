package io.tidemark.measure;

import io.tidemark.job.observe.Observation;
import io.tidemark.job.observe.WriterCounter;
import io.tidemark.statistics.Counters;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** What one attempt of one writer subtask reported, on that process's clock. */
final class WriterLog {
  /** The calls that were answered alike. */
  record Answer(String endpoint, String code, boolean taken) {}

  private record Latencies(long millis, byte[] calls, byte[] due) {}

  private final Map<WriterCounter, Counters> counts = new EnumMap<>(WriterCounter.class);
  private final Map<Answer, Counters> calls = new LinkedHashMap<>();
  private final Map<Answer, Counters> seconds = new LinkedHashMap<>();
  private final Map<Answer, String> errors = new HashMap<>();
  private final List<Latencies> latencies = new ArrayList<>();
  private long firstMillis = Long.MAX_VALUE;
  private long lastMillis = Long.MIN_VALUE;
  private int bound;

  WriterLog() {
    for (WriterCounter count : WriterCounter.values()) {
      counts.put(count, new Counters());
    }
  }

  void add(Observation observation) {
    long millis = observation.epochMillis();
    Observation.Writing writing = observation.writing();
    counts.forEach((count, counters) -> counters.add(millis, writing.count(count)));
    latencies.add(new Latencies(millis, writing.latencyMicros(), writing.dueMicros()));
    for (Observation.Answers answers : writing.answers()) {
      var answer = new Answer(answers.endpoint(), answers.code(), answers.taken());
      add(calls, answer, millis, answers.calls());
      add(seconds, answer, millis, answers.seconds());
      errors.put(answer, answers.error());
    }
    bound = writing.inFlightBound();
    firstMillis = Math.min(firstMillis, millis);
    lastMillis = Math.max(lastMillis, millis);
  }

  /** Adds an answer; one that was not there before had been counted zero times. */
  private void add(Map<Answer, Counters> to, Answer answer, long millis, double value) {
    Counters counters = to.get(answer);
    if (counters == null) {
      counters = new Counters();
      counters.add(Math.min(millis, lastMillis), 0);
      to.put(answer, counters);
    }
    counters.add(millis, value);
  }

  long firstMillis() {
    return firstMillis;
  }

  long lastMillis() {
    return lastMillis;
  }

  /** Returns the batches that its process may have in flight, as last reported. */
  int bound() {
    return bound;
  }

  void forgetBefore(long millis) {
    Stream.of(counts, calls, seconds)
        .flatMap(map -> map.values().stream())
        .forEach(counters -> counters.forgetBefore(millis));
    latencies.removeIf(reported -> reported.millis < millis);
    firstMillis = counts.get(WriterCounter.SAMPLES).firstMillis();
  }

  /** Returns the samples at a moment: none before its first report, level after its last. */
  double samples(long millis) {
    return millis < firstMillis ? 0 : counts.get(WriterCounter.SAMPLES).level(millis);
  }

  Set<Answer> answers() {
    return calls.keySet();
  }

  /** Returns what came with the last of such answers; empty if nothing did. */
  String error(Answer answer) {
    return errors.get(answer);
  }

  double calls(Answer answer, long fromMillis, long toMillis) {
    return calls.get(answer).growth(fromMillis, toMillis);
  }

  double seconds(Answer answer, long fromMillis, long toMillis) {
    return seconds.get(answer).growth(fromMillis, toMillis);
  }

  double growth(WriterCounter count, long fromMillis, long toMillis) {
    return counts.get(count).growth(fromMillis, toMillis);
  }

  /** Adds the calls that were reported within the window. */
  void addLatencies(Histogram micros, boolean due, long fromMillis, long toMillis) {
    for (Latencies reported : latencies) {
      if (reported.millis > fromMillis && reported.millis <= toMillis) {
        try {
          micros.add(
              Histogram.decodeFromCompressedByteBuffer(
                  ByteBuffer.wrap(due ? reported.due : reported.calls), 0));
        } catch (DataFormatException e) {
          throw new IllegalStateException("a writer's latencies can't be read", e);
        }
      }
    }
  }
}
