package io.tidemark.listen;

import java.nio.charset.StandardCharsets;

/**
 * The answer that a sender gets to one request.
 *
 * @param status HTTP status code
 * @param type content type of the body
 * @param body protobuf of OTLP if that request was taken, otherwise text for people
 * @param samples number of the request's plain samples that are in the file
 * @param histograms number of the request's native histograms that are in the file as samples
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

  /** Number of characters of an answer's text, which may quote the request. */
  private static final int MAX_TEXT = 300;

  /**
   * @param message encoded answer of OTLP; empty if all is in the file
   */
  static Answer otlp(byte[] message, long samples) {
    return new Answer(OK, PROTOBUF, message, samples, 0);
  }

  /** Returns the answer to a remote write of which all is in the file. */
  static Answer taken(long samples, long histograms) {
    return new Answer(NO_CONTENT, TEXT, new byte[0], samples, histograms);
  }

  /** Returns the answer to a remote write of which only a part is in the file. */
  static Answer partly(String text, long samples, long histograms) {
    return new Answer(BAD_REQUEST, TEXT, bytes(text), samples, histograms);
  }

  /**
   * Returns the answer to a request of which nothing is in the file, or which brought no samples.
   */
  static Answer text(int status, String text) {
    return new Answer(status, TEXT, bytes(text), 0, 0);
  }

  private static byte[] bytes(String text) {
    String bounded = text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) + "…" : text;
    return (bounded + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /** Tells whether the sender is to send the same request again later. */
  boolean isForLater() {
    return status == TOO_MANY || status == UNAVAILABLE;
  }
}
