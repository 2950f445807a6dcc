/**
 * A second simulator of writes into time series databases, written from how their parts work and
 * not from how a verdict is reached. It exists to judge: what {@code io.tidemark.simulated} shares
 * with the rules it judges, this one must not. All packages but {@code observe} know nothing of the
 * rest of Tidemark; {@code observe} reports raw counters as real parts do. {@code lab} has the
 * set-ups and their truth.
 */
package io.tidemark.mechanism.time;
