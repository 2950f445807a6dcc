/**
 * A Flink on Kubernetes, by the Flink operator. Begin with {@link
 * io.tidemark.kubernetes.KubernetesCluster}.
 */
package io.tidemark.kubernetes;
