/**
 * The cause from metrics pages, without a search. Begin with {@link io.tidemark.diagnose.Diagnose}.
 */
package io.tidemark.diagnose;
