/**
 * Runs or finds a Flink on Kubernetes through the Flink operator. Begin with {@link
 * io.tidemark.kubernetes.KubernetesCluster}.
 */
package io.tidemark.kubernetes;
