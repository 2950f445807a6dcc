/** The cause from metrics pages, without a search. Begin with {@link Diagnose}. */
package io.tidemark.diagnose;
