/**
 * Causes and verdicts. Begin with {@link io.tidemark.ceiling.Attribution}, which judges, then read
 * {@link io.tidemark.ceiling.Cause} for the signs of each cause and {@link
 * io.tidemark.ceiling.Resource} for its words.
 */
package io.tidemark.ceiling;
