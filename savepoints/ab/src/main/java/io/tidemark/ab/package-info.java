/**
 * A/B comparisons, which run two configurations in pairs from one savepoint. Begin with {@link
 * io.tidemark.ab.Ab}.
 */
package io.tidemark.ab;
