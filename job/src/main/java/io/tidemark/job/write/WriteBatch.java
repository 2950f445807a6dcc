package io.tidemark.job.write;

import io.tidemark.sink.Payload;

/**
 * What crosses from the amplifier to the writer and lies in operator state while in flight.
 * Independent of the encoder's settings, so that a savepoint's batches can be sent by a job with
 * others.
 *
 * @param sourceSamples source samples whose copies are in it (a large source sample may be spread
 *     over several: it counts in the first)
 */
public record WriteBatch(Payload payload, int sourceSamples) {}
