/**
 * The Flink source that generates samples. Begin with {@link
 * io.tidemark.job.datagen.DatagenSource}.
 */
package io.tidemark.job.datagen;
