package io.tidemark.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.tidemark.cluster.Route;
import java.util.Optional;

/** FlinkDeployments that the operator sees to. */
record OperatorApplications(Deployments deployments) implements Applications {
  @Override
  public HasMetadata start(GenericKubernetesResource deployment) {
    return deployments.client().resource(deployment).forceConflicts().serverSideApply();
  }

  @Override
  public String jobState(String name) {
    return status(name, "state");
  }

  @Override
  public String jobId(String name) {
    return status(name, "jobId");
  }

  private String status(String name, String key) {
    GenericKubernetesResource found = deployments.all().withName(name).get();
    String status = found == null ? null : found.get("status", "jobStatus", key);
    return status == null ? "" : status;
  }

  @Override
  public Route route(String name) {
    return new KubernetesCluster(deployments.namespace(), Optional.of(name)).open(0);
  }

  /** The operator leaves nothing. */
  @Override
  public void close() {}
}
