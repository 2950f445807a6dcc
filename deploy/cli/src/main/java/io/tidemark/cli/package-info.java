/** The commands. Begin with {@link io.tidemark.cli.Main}. */
package io.tidemark.cli;
