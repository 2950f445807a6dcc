/**
 * A/B comparisons: two configurations run pairwise from one savepoint. Begin with {@link
 * io.tidemark.ab.Ab}.
 */
package io.tidemark.ab;
