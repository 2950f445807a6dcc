package io.tidemark.deployment;

import static io.tidemark.deployment.Chart.at;
import static io.tidemark.deployment.Chart.map;
import static io.tidemark.deployment.Chart.maps;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What linters of Kubernetes ask of a manifest that has pods; no cluster is asked. */
final class Workloads {
  private record Rule(String wanted, Predicate<Map<String, Object>> holds) {
    /** That something stands there. */
    static Rule has(Object... path) {
      List<String> names = Stream.of(path).map(Object::toString).toList();
      return new Rule(String.join(".", names), node -> at(node, path) != null);
    }

    static Rule is(Object value, Object... path) {
      String wanted = has(path).wanted + ": " + value;
      return new Rule(wanted, node -> value.equals(at(node, path)));
    }
  }

  private static final List<Rule> OF_JOBS =
      List.of(
          Rule.has("spec", "activeDeadlineSeconds"),
          Rule.has("spec", "ttlSecondsAfterFinished"),
          Rule.is(0, "spec", "backoffLimit"));

  private static final List<Rule> OF_DEPLOYMENTS =
      List.of(Rule.has("spec", "strategy", "type"), Rule.has("spec", "replicas"));

  private static final List<Rule> OF_FLINKS =
      List.of(
          Rule.has("spec", "jobManager", "resource", "cpu"),
          Rule.has("spec", "jobManager", "resource", "memory"),
          Rule.has("spec", "taskManager", "resource", "cpu"),
          Rule.has("spec", "taskManager", "resource", "memory"),
          Rule.has("spec", "serviceAccount"));

  private static final List<Rule> OF_PODS =
      List.of(
          Rule.is(true, "securityContext", "runAsNonRoot"),
          Rule.is("RuntimeDefault", "securityContext", "seccompProfile", "type"));

  /** Flink's account is named beside its pods. */
  private static final List<Rule> OF_PODS_WITH_AN_ACCOUNT =
      List.of(
          new Rule(
              "serviceAccountName, or automountServiceAccountToken: false",
              pod ->
                  at(pod, "serviceAccountName") != null
                      || Boolean.FALSE.equals(at(pod, "automountServiceAccountToken"))));

  private static final List<Rule> OF_CONTAINERS =
      List.of(
          Rule.is(false, "securityContext", "allowPrivilegeEscalation"),
          Rule.is(true, "securityContext", "readOnlyRootFilesystem"),
          Rule.is(List.of("ALL"), "securityContext", "capabilities", "drop"));

  /** The operator gives Flink's containers image and resources. */
  private static final List<Rule> OF_OWN_CONTAINERS =
      List.of(
          new Rule(
              "image with a version",
              container -> String.valueOf(at(container, "image")).matches(".+[:@](?!latest$).+")),
          Rule.has("imagePullPolicy"),
          Rule.has("resources", "requests", "cpu"),
          Rule.has("resources", "requests", "memory"),
          Rule.has("resources", "limits", "memory"));

  private static final List<Rule> OF_CONTAINERS_THAT_SERVE =
      List.of(Rule.has("livenessProbe"), Rule.has("readinessProbe"));

  private Workloads() {}

  /** What it lacks; nothing of kinds without pods. */
  static List<String> findings(Map<String, Object> resource) {
    return switch (resource.get("kind").toString()) {
      case "Job" ->
          both(broken(OF_JOBS, resource), ownPod(at(resource, "spec", "template", "spec"), false));
      case "Deployment" ->
          both(
              broken(OF_DEPLOYMENTS, resource),
              ownPod(at(resource, "spec", "template", "spec"), true));
      case "Pod" -> ownPod(resource.get("spec"), false);
      case "FlinkDeployment" ->
          both(
              broken(OF_FLINKS, resource),
              pod(at(resource, "spec", "podTemplate", "spec"), OF_PODS, OF_CONTAINERS));
      default -> List.of();
    };
  }

  private static List<String> ownPod(Object pod, boolean serves) {
    List<Rule> ofContainers = both(OF_CONTAINERS, OF_OWN_CONTAINERS);
    return pod(
        pod,
        both(OF_PODS, OF_PODS_WITH_AN_ACCOUNT),
        serves ? both(ofContainers, OF_CONTAINERS_THAT_SERVE) : ofContainers);
  }

  private static List<String> pod(Object pod, List<Rule> ofPods, List<Rule> ofContainers) {
    return both(
        broken(ofPods, map(pod)),
        maps(at(pod, "containers")).stream()
            .flatMap(container -> broken(ofContainers, container).stream())
            .toList());
  }

  private static List<String> broken(List<Rule> rules, Map<String, Object> node) {
    return rules.stream().filter(rule -> !rule.holds.test(node)).map(Rule::wanted).toList();
  }

  private static <T> List<T> both(List<T> first, List<T> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }
}
