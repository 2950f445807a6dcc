package io.tidemark.sink;

/** What an answer means for the payload that was sent; the same for all databases. */
public enum ResponseClass {
  /** Accepted. */
  OK,
  /** Not now: network errors, time-outs, 408, 429, 5xx but 501. */
  RETRY,
  /** Not like this: 400, 409, 413, 415, 422. Split until the offending samples are alone. */
  REJECT,
  /** Not at all until someone changes something: 401, 403, 404, 501, redirects, TLS failures. */
  FATAL,
  /** Retries ran out of time; nothing is known to be wrong with the payload. */
  DEADLINE
}
