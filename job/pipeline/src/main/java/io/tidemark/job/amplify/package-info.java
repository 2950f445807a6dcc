/** Encodes the M×N copies of each sample into batches. Begin with {@code Amplifier}. */
package io.tidemark.job.amplify;
