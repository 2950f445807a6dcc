package io.tidemark.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** That nothing is passed over. */
class WorkloadsTest {
  private static final List<String> OF_ANY_POD =
      List.of(
          "securityContext.runAsNonRoot: true",
          "securityContext.seccompProfile.type: RuntimeDefault",
          "serviceAccountName, or automountServiceAccountToken: false",
          "securityContext.allowPrivilegeEscalation: false",
          "securityContext.readOnlyRootFilesystem: true",
          "securityContext.capabilities.drop: [ALL]",
          "image with a version",
          "imagePullPolicy",
          "resources.requests.cpu",
          "resources.requests.memory",
          "resources.limits.memory");

  private static List<String> findings(String yaml) {
    return Workloads.findings(Chart.map(new Yaml().load(yaml)));
  }

  @Test
  void aBareJobEndsNever() {
    assertThat(findings("{kind: Job, spec: {template: {spec: {containers: [{image: busybox}]}}}}"))
        .startsWith(
            "spec.activeDeadlineSeconds", "spec.ttlSecondsAfterFinished", "spec.backoffLimit: 0")
        .containsAll(OF_ANY_POD)
        .hasSize(3 + OF_ANY_POD.size());
  }

  @Test
  void nobodySeesWhetherABareDeploymentLives() {
    assertThat(
            findings(
                "{kind: Deployment, spec: {template: {spec: {containers: [{image: 'a:latest'}]}}}}"))
        .contains("livenessProbe", "readinessProbe", "spec.strategy.type")
        .containsAll(OF_ANY_POD);
  }

  @Test
  void aBareFlinkTakesWhatItGets() {
    assertThat(
            findings(
                "{kind: FlinkDeployment, spec: {podTemplate: {spec: {containers: [{name: a}]}}}}"))
        .contains("spec.taskManager.resource.cpu", "spec.serviceAccount")
        .contains(OF_ANY_POD.get(0), OF_ANY_POD.get(4))
        .doesNotContain("imagePullPolicy");
  }

  @Test
  void whatHasNoPodsLacksNothing() {
    assertThat(findings("{kind: ConfigMap}")).isEmpty();
  }
}
