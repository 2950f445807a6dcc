/**
 * Causes and verdicts. Begin with {@link Attribution}, which judges, then read {@link Cause} for
 * the signs of each cause and {@link io.tidemark.ceiling.Resource} for its words.
 */
package io.tidemark.ceiling;
