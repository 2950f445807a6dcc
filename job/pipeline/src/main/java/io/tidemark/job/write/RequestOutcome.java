package io.tidemark.job.write;

import io.tidemark.sink.ResponseClass;

/** How a request counts: by its answer's meaning, or as the last of a batch given up. */
enum RequestOutcome {
  OK,
  ALREADY_STORED,
  THROTTLED,
  RETRY,
  REJECT,
  FATAL,
  /** Another try might help, but {@code write.retry.deadline} has passed. */
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
