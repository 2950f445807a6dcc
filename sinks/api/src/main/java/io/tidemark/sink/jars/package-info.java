/**
 * Finds the jars that hold the classes of a kind of database, and its libraries. Begin with {@link
 * io.tidemark.sink.jars.DatabaseJars}.
 */
package io.tidemark.sink.jars;
