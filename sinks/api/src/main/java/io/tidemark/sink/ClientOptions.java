package io.tidemark.sink;

import java.time.Duration;

/**
 * The options of a client.
 *
 * @param inFlight the most calls of {@link WriteClient#write} that are outstanding at once
 * @param timeout the most time of one whole request, from asking for a connection to the end of the
 *     answer
 * @param name the prefix of the client's threads' names
 */
public record ClientOptions(int inFlight, Duration timeout, String name) {}
