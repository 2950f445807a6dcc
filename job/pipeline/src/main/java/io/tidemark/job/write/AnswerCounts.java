package io.tidemark.job.write;

import io.tidemark.job.observe.Observation.Answers;
import io.tidemark.sink.WriteResult;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts calls by endpoint and answer. Thread-safe. */
final class AnswerCounts {
  /** The most kinds counted: addresses and codes are few, unless something is very wrong. */
  private static final int MAX_KINDS = 64;

  private record Kind(String endpoint, String code, boolean taken) {}

  private static final class Sum {
    private final LongAdder calls = new LongAdder();
    private final LongAdder nanos = new LongAdder();
    private volatile String error = "";
  }

  private final Map<Kind, Sum> sums = new ConcurrentHashMap<>();

  void add(RequestOutcome outcome, WriteResult result) {
    boolean taken = outcome == RequestOutcome.OK || outcome == RequestOutcome.ALREADY_STORED;
    var kind = new Kind(result.endpoint(), result.code(), taken);
    if (sums.containsKey(kind) || sums.size() < MAX_KINDS) {
      Sum sum = sums.computeIfAbsent(kind, key -> new Sum());
      sum.calls.increment();
      sum.nanos.add(result.timing().totalNanos());
      if (!taken) {
        sum.error = result.error();
      }
    }
  }

  List<Answers> read() {
    return sums.entrySet().stream()
        .map(
            sum ->
                new Answers(
                    sum.getKey().endpoint,
                    sum.getKey().code,
                    sum.getKey().taken,
                    sum.getValue().calls.sum(),
                    sum.getValue().nanos.sum() / 1e9,
                    sum.getValue().error))
        .toList();
  }
}
