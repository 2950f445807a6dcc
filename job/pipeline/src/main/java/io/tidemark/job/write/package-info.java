/**
 * The job's writer: takes a permit for each batch, sends it, and retries, splits or refuses it.
 * Begin with {@code WriterOperator}, then {@code AsyncWriter} and {@code Delivery}.
 */
package io.tidemark.job.write;
