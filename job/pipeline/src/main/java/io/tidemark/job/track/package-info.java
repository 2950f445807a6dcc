/**
 * The records of when a series was last received, and the memory of which are written. Begin with
 * {@link io.tidemark.job.track.Recorded}.
 */
package io.tidemark.job.track;
