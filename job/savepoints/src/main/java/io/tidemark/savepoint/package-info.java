/**
 * Savepoints on any file system, and the manifests beside them. Begin with {@link
 * io.tidemark.savepoint.Savepoint}.
 */
package io.tidemark.savepoint;
