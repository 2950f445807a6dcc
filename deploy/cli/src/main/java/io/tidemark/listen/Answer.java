package io.tidemark.listen;

import java.nio.charset.StandardCharsets;

/**
 * What a sender is told of one request.
 *
 * @param status of HTTP
 * @param type of the body
 * @param body protobuf of OTLP where it is done, else text for people
 * @param samples of it that are in the file, as they were sent
 * @param histograms of it that are in the file, as samples
 */
record Answer(int status, String type, byte[] body, long samples, long histograms) {
  private static final String TEXT = "text/plain; charset=utf-8";
  private static final String PROTOBUF = "application/x-protobuf";

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

  /**
   * @param message of OTLP
   */
  static Answer otlp(byte[] message, long samples) {
    return new Answer(OK, PROTOBUF, message, samples, 0);
  }

  /** All of it is in the file. */
  static Answer taken(long samples, long histograms) {
    return new Answer(NO_CONTENT, TEXT, new byte[0], samples, histograms);
  }

  /** Some of it is in the file. */
  static Answer partly(String text, long samples, long histograms) {
    return new Answer(BAD_REQUEST, TEXT, bytes(text), samples, histograms);
  }

  /** It is not in the file, or there is nothing to be written. */
  static Answer text(int status, String text) {
    return new Answer(status, TEXT, bytes(text), 0, 0);
  }

  private static byte[] bytes(String text) {
    String bounded = text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) + "…" : text;
    return (bounded + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /** Whether the sender is to come again with the same. */
  boolean isForLater() {
    return status == TOO_MANY || status == UNAVAILABLE;
  }
}
