/**
 * The parts of a {@link io.tidemark.measure.Window}: what the job, its writers, its host and the
 * database did in one step.
 */
package io.tidemark.measure.window;
