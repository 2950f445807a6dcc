/** One run from its configuration to its result. Begin with {@link io.tidemark.run.Run}. */
package io.tidemark.run;
