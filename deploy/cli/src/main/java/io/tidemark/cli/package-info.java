/** The commands. Begin with {@link Main}. */
package io.tidemark.cli;
