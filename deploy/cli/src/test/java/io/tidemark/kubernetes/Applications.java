package io.tidemark.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.tidemark.cluster.Route;

/** Makes a Flink of a FlinkDeployment: the operator does, and where none is Flink's own client. */
interface Applications extends AutoCloseable {
  static Applications in(Deployments deployments) {
    return NeedsOperator.Condition.isMet()
        ? new OperatorApplications(deployments)
        : new ClientApplications(deployments.client(), deployments.namespace());
  }

  /**
   * Returns before its pods run.
   *
   * @return the resource that takes all of it along when it is deleted
   */
  HasMetadata start(GenericKubernetesResource deployment);

  /** RUNNING, FINISHED and the like; "" before anybody says it. */
  String jobState(String name);

  String jobId(String name);

  /** The caller closes it. */
  Route route(String name);

  /** Removes what stays when what was started has been deleted. */
  @Override
  void close();
}
