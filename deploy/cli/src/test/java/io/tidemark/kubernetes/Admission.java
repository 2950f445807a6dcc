package io.tidemark.kubernetes;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.tidemark.kubernetes.TestKubernetes.Answer;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Stream;

/** What the API server would take: it is asked, and makes nothing. */
record Admission(TestKubernetes kubernetes) {
  /** No unknown field is let through. */
  Answer ofManifest(String yaml) {
    return ofManifest(yaml, kubernetes.namespace);
  }

  /** In a namespace where nothing of it may be there already, in a form that can't be changed. */
  Answer ofManifest(String yaml, String namespace) {
    return kubernetes.kubectl(
        yaml, "apply", "--dry-run=server", "--validate=strict", "-n", namespace, "-f", "-");
  }

  /** A namespace with nothing in it. */
  String emptyNamespace() {
    return made(new NamespaceBuilder().withNewMetadata().withName(unused("empty")).endMetadata());
  }

  private String made(NamespaceBuilder namespace) {
    var built = namespace.build();
    kubernetes.make(built);
    return built.getMetadata().getName();
  }

  private static String unused(String what) {
    return "tidemark-%s-%s".formatted(what, UUID.randomUUID().toString().substring(0, 8));
  }

  /** The test that asks does not run where the cluster lacks the kind of a resource. */
  void requireKindOf(HasMetadata resource) {
    if (resource instanceof GenericKubernetesResource) {
      String group = resource.getApiVersion().replaceAll("/.*", "");
      String kind = resource.getKind().toLowerCase(Locale.ROOT);
      String crd = "%ss.%s".formatted(kind, group);
      assumeTrue(
          kubernetes.kubectl("", "get", "crd", crd).exitCode() == 0,
          () -> "this cluster has no " + crd);
    }
  }

  /** A namespace that enforces Kubernetes' restricted profile. */
  String restrictedNamespace() {
    return made(
        new NamespaceBuilder()
            .withNewMetadata()
            .withName(unused("restricted"))
            .addToLabels("pod-security.kubernetes.io/enforce", "restricted")
            .endMetadata());
  }

  /**
   * @throws KubernetesClientException if the namespace does not take such a pod
   */
  void ofPod(PodSpec spec, String namespace) {
    Pod pod =
        new PodBuilder()
            .withNewMetadata()
            .withName("copy")
            .withNamespace(namespace)
            .endMetadata()
            .withNewSpecLike(spec)
            .withServiceAccountName("default")
            .withServiceAccount("default")
            .withNodeName(null)
            .endSpec()
            .build();
    kubernetes.client.resource(pod).dryRun().create();
  }

  /**
   * The pods of a Job or a Deployment, or those that Flink makes of a FlinkDeployment's template.
   */
  static Stream<PodSpec> podOf(HasMetadata resource) {
    if (resource instanceof Job job) {
      return Stream.of(job.getSpec().getTemplate().getSpec());
    }
    if (resource instanceof Deployment deployment) {
      return Stream.of(deployment.getSpec().getTemplate().getSpec());
    }
    if (!TestKubernetes.isFlinkDeployment(resource)) {
      return Stream.empty();
    }
    var flink = (GenericKubernetesResource) resource;
    Object template = flink.get("spec", "podTemplate", "spec");
    var spec = Serialization.unmarshal(Serialization.asYaml(template), PodSpec.class);
    spec.getContainers().get(0).setImage(flink.get("spec", "image"));
    return Stream.of(spec);
  }
}
