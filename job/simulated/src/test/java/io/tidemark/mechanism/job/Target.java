package io.tidemark.mechanism.job;

import io.tidemark.mechanism.wire.Line;
import io.tidemark.mechanism.wire.Server;

/**
 * An address that a job writes to, and the way there.
 *
 * @param in the line into it, which all who send to it share
 */
public record Target(
    String name,
    Server server,
    Line in,
    double roundTripSeconds,
    double windowBytes,
    double receiveBytes) {}
