package io.tidemark.sink;

import java.time.Duration;

/**
 * @param inFlight most calls of {@link WriteClient#write} outstanding at once
 * @param timeout of one whole request, from asking for a connection to the end of the answer
 * @param name prefix of the client's threads
 */
public record ClientOptions(int inFlight, Duration timeout, String name) {}
