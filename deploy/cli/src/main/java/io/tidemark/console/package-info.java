/**
 * The parts that all commands share: options, exit codes, logging and the terminal. Begin with
 * {@link io.tidemark.console.Exit}.
 */
package io.tidemark.console;
