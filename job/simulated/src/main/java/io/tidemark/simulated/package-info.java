/**
 * Simulated jobs, hosts and databases, which report raw signals and know no verdicts. Begin with
 * {@link SimulatedSystem}.
 */
package io.tidemark.simulated;
