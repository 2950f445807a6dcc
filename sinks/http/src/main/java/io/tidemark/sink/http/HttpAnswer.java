package io.tidemark.sink.http;

import io.tidemark.sink.RequestTiming;
import java.util.function.UnaryOperator;

/**
 * How a call ended: with a whole answer, with an answer whose body was cut at the bound, or with a
 * failure.
 *
 * @param status the status; 0 if no status line came
 * @param failure the failure; null if there was an answer
 * @param staleConnection whether the connection had been used before and was found closed before a
 *     single byte of an answer came; then the request itself is not to blame
 * @param header returns the first header of a name, or null
 * @param bodyCut whether the body was longer than the bound
 * @param bytesSent the bytes of the request's body that were sent
 */
record HttpAnswer(
    int status,
    Exception failure,
    boolean staleConnection,
    UnaryOperator<String> header,
    byte[] body,
    boolean bodyCut,
    long bytesSent,
    RequestTiming timing) {}
