/**
 * Readers: a process that sends queries to the database while the job writes to it. Begin with
 * {@link Readers}.
 */
package io.tidemark.readers;
