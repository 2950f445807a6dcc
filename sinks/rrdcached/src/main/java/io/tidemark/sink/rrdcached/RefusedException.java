package io.tidemark.sink.rrdcached;

import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.client.Failure;
import java.io.IOException;

/** The daemon did not carry out a command, and said why. */
final class RefusedException extends Exception {
  private static final long serialVersionUID = 1;

  private final DaemonError answer;

  RefusedException(String message) {
    this(DaemonError.of(message), message);
  }

  RefusedException(DaemonError answer, String message) {
    super(message);
    this.answer = answer;
  }

  DaemonError answer() {
    return answer;
  }

  /** Of what a session throws. */
  static Failure meaning(Exception e) {
    if (e instanceof RefusedException refused) {
      return refused.answer.failure();
    }
    // A line that broke, or a daemon that is not there for the moment.
    return new Failure(
        e instanceof IOException ? ResponseClass.RETRY : ResponseClass.FATAL, "", "");
  }
}
