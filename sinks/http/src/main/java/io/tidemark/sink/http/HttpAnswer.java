package io.tidemark.sink.http;

import io.tidemark.sink.RequestTiming;
import java.util.function.UnaryOperator;

/**
 * How a call ended: with a whole answer, with one whose body was cut at the bound, or with a
 * failure.
 *
 * @param status 0 if no status line came
 * @param failure null if there was an answer
 * @param staleConnection the connection had been used before and was found closed, before a single
 *     byte of an answer: the request as such is not to blame
 * @param header the first of a name, or null
 * @param bodyCut whether the body was longer than the bound
 * @param bytesSent of the request's body
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
