/**
 * Counts dead letters, stores them in a folder or topic, and reads them back. Begin with {@link
 * DeadLetters}.
 */
package io.tidemark.job.deadletter;
