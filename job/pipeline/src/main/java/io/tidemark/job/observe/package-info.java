/**
 * What a running job tells of itself, and how its bound in flight is changed. Begin with {@link
 * io.tidemark.job.observe.Instrument} and {@link io.tidemark.job.observe.Observation}.
 */
package io.tidemark.job.observe;
