/**
 * Flink as Tidemark uses it: embedded in this process or a session cluster. Begin with {@link
 * io.tidemark.cluster.FlinkSession}.
 */
package io.tidemark.cluster;
