package io.tidemark.measure;

import io.tidemark.measure.window.Endpoint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Which address answered how, and how fast, between two moments. Pure. */
final class EndpointReader {
  private static final class Sum {
    private double calls;
    private double seconds;
    private double takenSeconds;
    private final Map<String, Double> refused = new TreeMap<>();
  }

  /**
   * Calls that failed alike.
   *
   * @param error the error as the client words it, with the code
   */
  private record Failure(String address, String code, String error, double calls) {
    /** "http://127.0.0.1:8428: HTTP 500: disk full". */
    private String words() {
      String said = error.isEmpty() ? code : error;
      String bare = said.endsWith(".") ? said.substring(0, said.length() - 1) : said;
      return "%s: %s".formatted(address, bare.isEmpty() ? "no answer" : bare);
    }
  }

  private static final int MOST_NAMED = 3;

  private final Map<String, Sum> sums = new LinkedHashMap<>();
  private final List<Failure> failures = new ArrayList<>();
  private final double windowSeconds;

  EndpointReader(List<WriterLog> writers, long from, long to) {
    this.windowSeconds = (to - from) / 1e3;
    for (WriterLog writer : writers) {
      for (WriterLog.Answer answer : writer.answers()) {
        double calls = writer.calls(answer, from, to);
        if (calls > 0) {
          Sum sum = sums.computeIfAbsent(answer.endpoint(), address -> new Sum());
          sum.calls += calls;
          double seconds = writer.seconds(answer, from, to);
          sum.seconds += seconds;
          sum.takenSeconds += answer.taken() ? seconds : 0;
          if (!answer.taken()) {
            sum.refused.merge(answer.code(), calls, Double::sum);
            failures.add(
                new Failure(answer.endpoint(), answer.code(), writer.error(answer), calls));
          }
        }
      }
    }
  }

  /** Returns the failures in words, the most frequent first. */
  String failures() {
    var calls = new LinkedHashMap<String, Double>();
    failures.stream()
        .sorted(Comparator.comparingDouble(Failure::calls).reversed())
        .forEach(failure -> calls.merge(failure.words(), failure.calls, Double::sum));
    return calls.keySet().stream().limit(MOST_NAMED).collect(Collectors.joining("; "));
  }

  List<Endpoint> slowestFirst() {
    return sums.entrySet().stream()
        .map(sum -> endpoint(sum.getKey(), sum.getValue()))
        .sorted(Comparator.comparingDouble(Endpoint::meanMillis).reversed())
        .toList();
  }

  private Endpoint endpoint(String address, Sum sum) {
    var refused = new TreeMap<String, Double>();
    sum.refused.forEach((code, calls) -> refused.put(code, calls / sum.calls));
    return new Endpoint(
        address,
        sum.calls / windowSeconds,
        1e3 * sum.seconds / sum.calls,
        sum.takenSeconds / windowSeconds,
        refused);
  }
}
