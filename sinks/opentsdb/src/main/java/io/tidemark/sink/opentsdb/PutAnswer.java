package io.tidemark.sink.opentsdb;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.http.HttpWriteClient.Meaning;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What {@code /api/put?details} answers: how many points were stored, and of each other one why.
 * OpenTSDB 2.4 answers 200 also where HBase failed, and 400 both for what it will never take and
 * for what it can't take now (net.opentsdb.tsd.PutDataPointRpc). Points that it did not name are
 * stored. Pure.
 */
final class PutAnswer {
  private static final JsonFactory FACTORY = new JsonFactory();

  /** Of one point: the first row whose words its error holds. */
  enum Error {
    /** HBase, or the client to it, has too much to do (org.hbase.async.PleaseThrottleException). */
    THROTTLE("Please throttle", ResponseClass.THROTTLED, "please throttle"),
    WAITING_RPCS("RPCs waiting on", ResponseClass.THROTTLED, "please throttle"),
    TOO_MANY_RPCS("RPC limit", ResponseClass.THROTTLED, "please throttle"),
    STORAGE("Storage exception", ResponseClass.RETRY, "storage exception"),
    TIMEOUT("Timeout exception", ResponseClass.RETRY, "timeout"),
    WRITE_TIMEOUT("Write timedout", ResponseClass.RETRY, "timeout"),
    UNEXPECTED("Unexpected exception", ResponseClass.RETRY, "unexpected exception"),
    UNKNOWN_METRIC("Unknown metric", ResponseClass.REJECT, "unknown metric"),
    REFUSED("", ResponseClass.REJECT, "refused");

    private final String words;
    private final ResponseClass outcome;
    private final String code;

    Error(String words, ResponseClass outcome, String code) {
      this.words = words;
      this.outcome = outcome;
      this.code = code;
    }

    static Error of(String message) {
      for (Error error : values()) {
        if (message.contains(error.words)) {
          return error;
        }
      }
      throw new IllegalStateException("the last row takes all");
    }

    /** What passes is tried again before anything is refused for good. */
    private int badness() {
      return outcome.isPassing() ? 1 : 0;
    }
  }

  /**
   * Netty gives a server bodies above 8 KiB in chunks, however they were sent; one that takes none
   * says so far down in a page for people.
   */
  private static final String NO_CHUNKS = "Chunked request not supported";

  private static final Meaning SET_CHUNKS =
      new Meaning(
          ResponseClass.FATAL,
          "HTTP 400",
          NO_CHUNKS
              + "; set tsd.http.request.enable_chunked=true and tsd.http.request.max_chunk above write.batch-bytes in opentsdb.conf");

  private PutAnswer() {}

  /**
   * Empty where the status says it all.
   *
   * @param body may have been cut
   */
  static Optional<Meaning> read(int status, byte[] body) {
    if (status == 400 && new String(body, StandardCharsets.ISO_8859_1).contains(NO_CHUNKS)) {
      return Optional.of(SET_CHUNKS);
    }
    var errors = new ArrayList<String>();
    boolean failed = false;
    try (JsonParser parser = FACTORY.createParser(body)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return Optional.empty();
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        if (name.equals("failed") || name.equals("timeouts")) {
          failed |= parser.getLongValue() > 0;
        } else if (name.equals("errors")) {
          readErrors(parser, errors);
        } else {
          parser.skipChildren();
        }
      }
    } catch (IOException e) {
      // What was read until it broke off counts: a long list of errors is cut.
    }
    if (errors.isEmpty() && failed) {
      errors.add("Storage exception: points failed, and it does not say why");
    }
    return worst(errors);
  }

  private static void readErrors(JsonParser parser, List<String> errors) throws IOException {
    while (parser.nextToken() == JsonToken.START_OBJECT) {
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        if (name.equals("error")) {
          errors.add(parser.getText());
        } else {
          parser.skipChildren();
        }
      }
    }
  }

  private static Optional<Meaning> worst(List<String> errors) {
    return errors.stream()
        .max(Comparator.comparingInt(message -> Error.of(message).badness()))
        .map(
            message -> {
              Error error = Error.of(message);
              String advice =
                  error == Error.UNKNOWN_METRIC
                      ? "; set tsd.core.auto_create_metrics=true, or make it with tsdb mkmetric"
                      : "";
              return new Meaning(error.outcome, error.code, message + advice);
            });
  }
}
