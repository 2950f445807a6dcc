package io.tidemark.ceiling.result;

/**
 * How many requests the database works on at once, as seen from outside.
 *
 * @param estimated the estimate; null if the steps don't show it
 * @param limitedBy "slots" if that many is a limit of the database's, "cpu" if it is only the
 *     number of requests that keep its CPU busy
 * @param reported the number that the database itself reports
 */
public record Slots(Double estimated, Double low, Double high, Double reported, String limitedBy) {}
