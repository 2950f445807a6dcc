/**
 * The safe rate: the highest rate of an open loop that keeps the user's objectives. Begin with
 * {@link SafeRateSearch}.
 */
package io.tidemark.slo;
