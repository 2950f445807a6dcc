/** Remembers which series are recorded as received. Begin with {@link Recorded}. */
package io.tidemark.job.track;
