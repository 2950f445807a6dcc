/**
 * Processes and hosts: starts child processes that never outlive this one, and reads what a process
 * may use and has in use. Begin with {@link OwnedServer} and {@link
 * io.tidemark.process.ProcessResources}.
 */
package io.tidemark.process;
