/** Sends batches. Begin with {@code WriterOperator}, {@code AsyncWriter}, {@code Delivery}. */
package io.tidemark.job.write;
