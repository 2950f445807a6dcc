/**
 * The job's first steps: reads records, parses them and sends samples to the amplifiers. Begin with
 * {@link io.tidemark.job.source.SampleSource}.
 */
package io.tidemark.job.source;
