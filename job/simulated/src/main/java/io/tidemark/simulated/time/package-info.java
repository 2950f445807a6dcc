/**
 * The clock and the shared cores of a simulation. Begin with {@link
 * io.tidemark.simulated.time.VirtualTime}.
 */
package io.tidemark.simulated.time;
