package io.tidemark.listen;

import java.nio.charset.StandardCharsets;

/**
 * What a sender is told of one request.
 *
 * @param status of HTTP
 * @param body protobuf where it is done, else text for people
 * @param samples of it that are in the file, as they were sent
 * @param histograms of it that are in the file, as samples
 */
record Answer(int status, byte[] body, long samples, long histograms) {
  static final int OK = 200;
  static final int NO_CONTENT = 204;
  static final int BAD_REQUEST = 400;
  static final int UNAUTHORIZED = 401;
  static final int NOT_FOUND = 404;
  static final int NOT_ALLOWED = 405;
  static final int TOO_LARGE = 413;
  static final int UNSUPPORTED = 415;
  static final int TOO_MANY = 429;
  static final int UNAVAILABLE = 503;

  /** Of what is quoted from a request. */
  private static final int MAX_TEXT = 300;

  static Answer refused(int status, String text) {
    return new Answer(status, bytes(text), 0, 0);
  }

  static byte[] bytes(String text) {
    String bounded = text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) + "…" : text;
    return (bounded + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /** Whether the sender is to come again with the same. */
  boolean isForLater() {
    return status == TOO_MANY || status == UNAVAILABLE;
  }
}
