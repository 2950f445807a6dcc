package io.tidemark.ceiling.result;

/**
 * The Universal Scalability Law, X(N) = λN / (1 + σ(N−1) + κN(N−1)), which describes the curve.
 *
 * @param peakInFlight the requests in flight from which the curve falls, within what was measured;
 *     null if that is not shown
 */
public record Usl(
    double lambda, double sigma, double kappa, Double peakInFlight, double relativeResidual) {}
