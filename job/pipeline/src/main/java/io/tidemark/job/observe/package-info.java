/** What a running job reports. Begin with {@link Instrument} and {@link Observation}. */
package io.tidemark.job.observe;
