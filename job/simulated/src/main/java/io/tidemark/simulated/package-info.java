/**
 * Simulated jobs, hosts and databases, which report raw signals and know no verdicts. Begin with
 * {@link io.tidemark.simulated.SimulatedSystem}.
 */
package io.tidemark.simulated;
