/**
 * Dead letters: counts them, keeps them in a folder or topic, and reads them again. Begin with
 * {@link DeadLetters}.
 */
package io.tidemark.job.deadletter;
