/** One run from its configuration to its result. Begin with {@link Run}. */
package io.tidemark.run;
