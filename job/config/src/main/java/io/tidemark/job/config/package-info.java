/**
 * The configuration: its keys, their rules, and the file and options that set them. Begin with
 * {@link JobConfig} for its content and {@link io.tidemark.job.config.ConfigLoader} for how it is
 * read.
 */
package io.tidemark.job.config;
