/** Reads and parses records, and sends samples. Begin with {@link SampleSource}. */
package io.tidemark.job.source;
