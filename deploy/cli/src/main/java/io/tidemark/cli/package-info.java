/** The commands of the command line. Begin with {@link Main}. */
package io.tidemark.cli;
