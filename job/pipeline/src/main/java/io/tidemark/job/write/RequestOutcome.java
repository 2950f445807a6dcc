package io.tidemark.job.write;

import io.tidemark.sink.ResponseClass;

/** How a request counts: by what the answer meant, or as the last one of a batch given up. */
enum RequestOutcome {
  OK,
  ALREADY_STORED,
  THROTTLED,
  RETRY,
  REJECT,
  FATAL,
  /** Worth another try, but {@code write.retry.deadline} has passed. */
  DEADLINE;

  static RequestOutcome of(ResponseClass answer) {
    return switch (answer) {
      case OK -> OK;
      case ALREADY_STORED -> ALREADY_STORED;
      case THROTTLED -> THROTTLED;
      case RETRY -> RETRY;
      case REJECT -> REJECT;
      case FATAL -> FATAL;
    };
  }
}
